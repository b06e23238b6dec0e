/** One test from an end-of-run report (JUnit, TAP), and the conversion of such tests to observations with ids. */
import { isFailure, type Outcome } from '../contract/outcome.ts';
import type { Report } from '../contract/runner.ts';
import { formatTitlePath } from '../contract/title-path.ts';
import type { Observation } from '../contract/trial.ts';
import { failureText } from './failure-text.ts';
import { type Failure, fingerprint } from './fingerprint.ts';

export interface ReportedTest {
  /** Class or suites, then the name; never empty. */
  readonly titles: readonly string[];
  readonly outcome: Outcome;
  readonly ms: number | null;
  readonly failure?: Failure;
}

export interface ReportText {
  readonly tests: readonly ReportedTest[];
  readonly problems: readonly string[];
  readonly retried?: readonly string[];
}

/** Reports allow equal names; their occurrence distinguishes them. */
export function reportOf({ tests, ...said }: ReportText, root: string): Report {
  const seen = new Map<string, number>();
  const observations = tests.map(({ titles, outcome, ms, failure }): Observation => {
    const key = JSON.stringify(titles);
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    const [file = '', ...rest] = titles;
    return {
      test: formatTitlePath({ file, titles: rest, occurrence }),
      run: 0,
      outcome,
      ms,
      ...(isFailure(outcome) && failure && { fingerprint: fingerprint(failure, root) }),
      ...(failure && { message: failureText(failure, root) }),
    };
  });
  return { observations, ...said };
}
