/** Disables a test where an environment variable matches, with a reason; everywhere else it runs unchanged. */
import { fail, requireTexts } from '../text/refuse.ts';
import { variable } from '../text/variable.ts';
import { mapTest, type TestFunction } from './map-test.ts';

export interface DisabledIf {
  /** The environment variable to check. */
  readonly named: string;
  /** A regular expression that the whole value must match; by default 'true'. */
  readonly matches?: string;
  /** Why the test cannot run there. */
  readonly disabledReason: string;
}

/**
 * A test function that skips where the variable matches, for vitest, jest, mocha and node:test. The reason is printed for every skipped
 * test.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { disabledIfEnvironmentVariable } from '@unflake/testkit/quarantine';
 *
 * const testWithDisplay = disabledIfEnvironmentVariable({
 *   named: 'CI',
 *   matches: 'true',
 *   disabledReason: 'needs a display',
 * })(test);
 *
 * testWithDisplay('opens a window', () => {});
 * ```
 */
export function disabledIfEnvironmentVariable(condition: DisabledIf): <T extends TestFunction>(test: T) => T {
  const { named, matches = 'true', disabledReason } = condition;
  requireTexts('disabledIfEnvironmentVariable', { named, matches, disabledReason });
  const whole = new RegExp(`^(?:${matches})$`);
  const value = variable(named);
  if (value === undefined || !whole.test(value)) return (test) => test;
  return <T extends TestFunction>(test: T): T => {
    const { skip } = test as { skip?: T };
    if (!skip) fail('this test function has no skip, so it cannot be disabled');
    return mapTest(skip, (body, name) => {
      console.warn(`disabled by ${named}=${value}: ${name}: ${disabledReason}`);
      return body;
    });
  };
}
