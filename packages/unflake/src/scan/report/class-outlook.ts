/** What a class costs now, by what is known of the tests that reach it, and what it may cost later, by how grave and how widely used it is. */
import type { Cause } from '../../contract/cause.ts';
import { SEVERITIES, type Severity } from '../../contract/scan.ts';
import { type Outlook, RISKS } from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import { reachWords } from './reach-words.ts';
import { sumRuns } from './recorded-runs.ts';
import type { KnownTest } from './report-input.ts';

/** From this failure rate on, a test that reaches the class costs people time every day. */
const MIN_HIGH_RATE = 0.1;

/** `reaching`: known flaky tests that reach the class. */
export function impactNow({ kind }: Pick<Cause, 'kind'>, reaching: readonly KnownTest[]): Outlook {
  const proved = reaching.filter((test) => test.case?.verdict === 'isolated');
  const [agreeing] = proved.filter((test) => test.case!.cause?.kind === kind);
  if (agreeing !== undefined) {
    return { level: 'high', because: `runs of \`${agreeing.id}\` proved a cause of this kind` };
  }
  const open = reaching.filter((test) => !proved.includes(test));
  if (open.length === 0) return { level: 'low', because: 'no test that reaches it is known to fail because of it' };
  const { failures, runs } = sumRuns(open.flatMap((test) => test.runs));
  const who = plural(open.length, 'known flaky test');
  const reach = open.length === 1 ? 'reaches' : 'reach';
  if (runs === 0) return { level: 'medium', because: `${who} ${reach} it, and no run is recorded` };
  const because = `${who} ${reach} it, with failures in ${failures} of ${plural(runs, 'recorded run')}`;
  if (failures === 0) return { level: 'low', because };
  return { level: failures / runs >= MIN_HIGH_RATE ? 'high' : 'medium', because };
}

/** `tests`: of the whole project. */
export function riskLater(severity: Severity, { sure, may }: { sure: number; may: number }, tests: number): Outlook {
  const byRule = SEVERITIES.length - 1 - SEVERITIES.indexOf(severity);
  // What most tests stand on is one level graver than its rule alone.
  const isShared = sure > 1 && 2 * sure >= tests;
  const level = RISKS[Math.max(0, byRule - (isShared ? 1 : 0))]!;
  const share = isShared ? `, at least half of ${plural(tests, 'test')}` : '';
  return { level, because: `its rule is of severity ${severity}; ${reachWords(sure, may)}${share}` };
}
