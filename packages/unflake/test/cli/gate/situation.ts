/** What a situation of the gate consists of: a list, reports, a command, a history. */
import type { QuarantineEntry } from '../../../src/experiment/quarantine/quarantine-entry.ts';

export const TODAY = '2026-03-10';
export const FLAKY = 'src/cart.test.ts > totals';

export const entry = (change: Partial<QuarantineEntry> = {}): QuarantineEntry => ({
  test: FLAKY,
  reason: 'races the compactor',
  owner: 'storage',
  since: '2026-03-01',
  until: '2026-03-20',
  ...change,
});

/** A letter a test: `f` the flaky one fails, `p` it passes, `s` it is skipped, `P` and `F` another one. */
export function junit(letters: string): string {
  const cases = [...letters].map((letter, at) => {
    const name = 'fps'.includes(letter) ? 'totals' : `other ${at}`;
    const inside = letter.toLowerCase() === 'f' ? '<failure message="boom"/>' : letter === 's' ? '<skipped/>' : '';
    return `<testcase classname="src/cart.test.ts" name="${name}">${inside}</testcase>`;
  });
  return `<testsuites><testsuite name="src/cart.test.ts">${cases.join('')}</testsuite></testsuites>`;
}

export const cases = (inside: string, attributes = '') => `<testsuite ${attributes}>${inside}</testsuite>`;
export const go = (...events: object[]) => `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
export const GO_FAILS = (test: string) => ({ Action: 'fail', Package: 'shop/cart', Test: test });

export interface Situation {
  readonly entries?: readonly QuarantineEntry[] | string;
  readonly files?: Readonly<Record<string, string>>;
  readonly reports?: readonly string[];
  /** Runs in the project's folder. */
  readonly script?: string;
  readonly given?: Readonly<Record<string, unknown>>;
  readonly config?: object;
  /** Tests that the history knows, and a rename in it. */
  readonly history?: readonly string[];
  readonly renamed?: { readonly from: string; readonly to: string };
}

export const write = (file: string, text: string) =>
  `require('node:fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)});`;
export const PASSES = 'passes';

/** What is found, and the only right answer: it passes, or what the answer names. */
export type Case = readonly [what: string, situation: Situation, answer: string];
