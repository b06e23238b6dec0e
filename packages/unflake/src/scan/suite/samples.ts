/** Suites for samples of rules: steps as they should be, and steps with something changed. */
import type { SuiteText } from './suite.ts';

const step = (name: string, lines: readonly string[]): SuiteText => ({
  path: `test/${name}.bats`,
  text: `load helpers\n\n${lines.join('\n')}\n`,
});

const hook = (name: string, ...lines: readonly string[]): readonly string[] => [
  `${name}() {`,
  ...lines.map((line) => `  ${line}`),
  '}',
];

export interface SampleParts {
  /** In place of the usual calls. */
  readonly setupFile?: string;
  readonly setup?: string;
  readonly teardownFile?: string;
  /** The body of its only test. */
  readonly body?: readonly string[];
}

const testOf = (body: readonly string[] = ['assert_dir_exists "$TEST_REPO"']) => [
  '@test "shop" {',
  ...body.map((line) => `  ${line}`),
  '}',
];

/** A numbered step, or the foundation. An empty string leaves a call out. */
export function sequential(name: string, after: readonly string[] = [], parts: SampleParts = {}): SuiteText {
  const {
    setupFile = ['setup_sequential_test', name, ...after].join(' '),
    teardownFile = `mark_test_complete ${name}`,
  } = parts;
  const { setup = `load_test_env ${name === 'foundation' ? name : 'sequential'}` } = parts;
  return step(name, [
    ...(setupFile === '' ? [] : hook('setup_file', setupFile)),
    ...(setup === '' ? [] : hook('setup', setup)),
    ...(teardownFile === '' ? [] : hook('teardown_file', teardownFile)),
    ...testOf(parts.body),
  ]);
}

export function independent(
  name: string,
  environment: string,
  after: readonly string[] = [],
  parts: SampleParts = {},
): SuiteText {
  const {
    setupFile = ['setup_independent_test', name, environment, ...after].join(' '),
    setup = `load_test_env ${environment}`,
  } = parts;
  return step(name, [
    ...(setupFile === '' ? [] : hook('setup_file', setupFile)),
    ...(setup === '' ? [] : hook('setup', setup)),
    ...(parts.teardownFile === undefined ? [] : hook('teardown_file', parts.teardownFile)),
    ...testOf(parts.body),
  ]);
}

/** A whole small suite around one test's lines. */
export const testWith = (...body: readonly string[]): readonly SuiteText[] => [
  independent('test-shop', 'shop', [], { body }),
];
export const helperWith = (...lines: readonly string[]): readonly SuiteText[] => [
  { path: 'test/helpers.bash', text: `${lines.join('\n')}\n` },
];
