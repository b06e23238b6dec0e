/** How each of the four runners is started on the contract, and how its report is read. */

export type Outcomes = Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>;

export interface Paths {
  /** Our own workspace, whose vitest we use. */
  readonly root: string;
  /** Where jest and mocha are installed. */
  readonly tools: string;
  /** Where the runner writes its report. */
  readonly report: string;
}

export interface Arm {
  readonly name: string;
  readonly file: string;
  readonly importTest: string;
  /** Which argument of a body is the callback; false when the runner has none. */
  readonly callbacks: 'first' | 'second' | false;
  /** The source of a body that skips itself; undefined when the runner has no such thing. */
  readonly skips: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  command(paths: Paths): string[];
  outcomes(report: string): Outcomes;
}

interface JestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

interface MochaReport {
  readonly tests: readonly { readonly title: string; readonly err: object }[];
  readonly pending: readonly { readonly title: string }[];
}

const byJestReport = (text: string): Outcomes => {
  const { testResults } = JSON.parse(text) as JestReport;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return Object.fromEntries(
    all.map(({ title, status }) => [title, status === 'passed' || status === 'failed' ? status : 'skipped']),
  );
};

const byMochaReport = (text: string): Outcomes => {
  const { tests, pending } = JSON.parse(text) as MochaReport;
  const skipped = new Set(pending.map(({ title }) => title));
  return Object.fromEntries(
    tests.map(({ title, err }) => [
      title,
      skipped.has(title) ? 'skipped' : Object.keys(err).length > 0 ? 'failed' : 'passed',
    ]),
  );
};

const byTap = (text: string): Outcomes =>
  Object.fromEntries(
    [...text.matchAll(/^ *(not ok|ok) \d+ - (.*?)( # SKIP.*)?$/gm)]
      .filter(([, , name]) => !name!.endsWith('.mjs'))
      .map(([, ok, name, skip]) => [
        name!.replaceAll('\\#', '#'),
        skip ? 'skipped' : ok === 'ok' ? 'passed' : 'failed',
      ]),
  );

export const ARMS: readonly Arm[] = [
  {
    name: 'vitest',
    file: 'contract.vitest.test.mjs',
    importTest: "import { test } from 'vitest';",
    callbacks: false,
    skips: '(context) => context.skip()',
    command: ({ root, report }) => [
      `${root}node_modules/vitest/vitest.mjs`,
      'run',
      '--reporter=json',
      '--reporter=default',
      `--outputFile.json=${report}`,
    ],
    outcomes: byJestReport,
  },
  {
    name: 'jest',
    file: 'contract.jest.mjs',
    importTest: '',
    callbacks: 'first',
    skips: undefined,
    environment: { NODE_OPTIONS: '--experimental-vm-modules' },
    command: ({ tools, report }) => [
      `${tools}/node_modules/jest/bin/jest.js`,
      '--testMatch=**/contract.jest.mjs',
      '--json',
      `--outputFile=${report}`,
    ],
    outcomes: byJestReport,
  },
  {
    name: 'mocha',
    file: 'contract.mocha.mjs',
    importTest: 'const test = it;',
    callbacks: 'first',
    skips: 'function () { this.skip(); }',
    command: ({ tools, report }) => [
      `${tools}/node_modules/mocha/bin/mocha.js`,
      '--reporter=json',
      `--reporter-option=output=${report}`,
      'contract.mocha.mjs',
    ],
    outcomes: byMochaReport,
  },
  {
    name: 'node:test',
    file: 'contract.node.mjs',
    importTest: "import { test } from 'node:test';",
    callbacks: 'second',
    skips: '(context) => context.skip()',
    command: ({ report }) => [
      '--test',
      '--test-reporter=tap',
      `--test-reporter-destination=${report}`,
      'contract.node.mjs',
    ],
    outcomes: byTap,
  },
];
