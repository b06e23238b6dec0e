/**
 * Detects a change over time: the test has one outcome, other tests run, and from then on it has the other outcome, even alone. Something
 * was then left outside the process. The new files are moved away and restored in turn; if the outcome follows, they are the cause.
 */
import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { ASIDE, type Conditions, type TrialId, type TrialResult } from '../../contract/trial.ts';
import { eventOf } from '../event-of.ts';
import { ask, type Plan, reportFindings, say } from '../plan.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import { under } from './amplify-first.ts';
import { armsOf } from './arms.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { ResidueFinding } from './findings-so-far.ts';
import { compareAndSearch } from './locate.ts';

/** Alternating runs with and without the files. A test that fails half the time matches the prediction by chance 1 in 256 times. */
const RUNS_OF_EACH = 4;
/** Each path costs one run. A suite usually leaves only one or two files that matter. */
const MAX_PATHS = 8;

type Outcome = 'failure' | 'pass';

/** True if the files left outside the process decide the outcome. Free where nothing was left; one or two runs where it does not matter. */
export function* breakInTime(context: DiagnosisContext): Plan<boolean> {
  const { findings, arms, seen, options } = context;
  if (findings.residue !== null || arms.alone === null) return false;
  const paths = pathsThatFit(seen, options.target);
  if (paths.length === 0) return false;
  const there = yield* runAlone(context, []);
  if (there === null || aloneBefore(seen, options.target, paths).includes(there.event)) return false;
  const aside = yield* runAlone(context, paths);
  if (aside === null || aside.event === there.event) return false;
  const cause = yield* whichOf(context, paths, there.event);
  const proved = yield* prove(context, cause, there.event);
  if (proved === null) return false;
  const since = seen.find(({ ending }) => ending.left?.some((path) => cause.includes(path)))!;
  const residue: ResidueFinding = { paths: cause, event: there.event, since: since.id, ...proved };
  yield* reportFindings({ residue });
  yield* say('isolate', residueLine(residue));
  yield* searchWhoLeavesIt(context, since, cause);
  return true;
}

/** Every run alone before the path appeared had one outcome, and every run alone after it had the other. */
function pathsThatFit(seen: readonly TrialResult[], target: TestId): readonly string[] {
  const all = [...new Set(seen.flatMap(({ ending }) => ending.left ?? []))];
  const fits = (path: string) => {
    const { before, after } = aroundPath(seen, target, path);
    return new Set(before).size <= 1 && new Set(after).size <= 1 && (after.length === 0 || before[0] !== after[0]);
  };
  return all.filter(fits).slice(0, MAX_PATHS);
}

function aloneBefore(seen: readonly TrialResult[], target: TestId, paths: readonly string[]): readonly Outcome[] {
  return paths.flatMap((path) => aroundPath(seen, target, path).before);
}

/** The trial that created the path counts on neither side: it may have created it before or after the target ran. */
function aroundPath(seen: readonly TrialResult[], target: TestId, path: string) {
  const at = seen.findIndex(({ ending }) => ending.left?.includes(path));
  const outcomes = (results: readonly TrialResult[]) =>
    results.filter(({ trial }) => isPlainAlone(trial)).flatMap((result) => outcomeOf(result, target) ?? []);
  return { before: outcomes(seen.slice(0, at)), after: outcomes(seen.slice(at + 1)) };
}

const isPlainAlone = ({ tests, repeat, conditions }: TrialResult['trial']): boolean =>
  tests.length === 1 && repeat === 1 && Object.keys(conditions).length === 0;

function outcomeOf(result: TrialResult, target: TestId): Outcome | null {
  const event = eventOf(result, target, null);
  return event === 'failure' || event === 'pass' ? event : null;
}

export const asideOf = (paths: readonly string[]): Conditions =>
  paths.length === 0 ? {} : { [ASIDE]: paths.join(':') };

function* runAlone(
  { makeTrial, options }: DiagnosisContext,
  aside: readonly string[],
): Plan<{ readonly event: Outcome; readonly trial: TrialId } | null> {
  const [result] = yield* ask({
    phase: 'isolate',
    doing: aside.length === 0 ? 'alone, with what was left outside' : `alone, without ${aside.join(', ')}`,
    why: 'its outcome was different before something was left outside the process',
    trials: [makeTrial([options.target], { conditions: asideOf(aside), exclusive: true })],
  });
  const event = outcomeOf(result!, options.target);
  return event === null ? null : { event, trial: result!.id };
}

/** The single path that suffices, or all of them if none does alone. */
function* whichOf(context: DiagnosisContext, paths: readonly string[], event: Outcome): Plan<readonly string[]> {
  if (paths.length === 1) return paths;
  for (const path of paths) {
    const others = paths.filter((other) => other !== path);
    if ((yield* runAlone(context, others))?.event === event) return [path];
  }
  return paths;
}

/** Null unless the outcome follows the files every time. */
function* prove(
  context: DiagnosisContext,
  paths: readonly string[],
  event: Outcome,
): Plan<{ readonly there: Tally; readonly aside: Tally } | null> {
  let there = NO_TALLY;
  let aside = NO_TALLY;
  for (let run = 0; run < RUNS_OF_EACH; run += 1) {
    const without = yield* runAlone(context, paths);
    if (without === null || without.event === event) return null;
    aside = addTrial(aside, { failed: without.event === 'failure', trial: without.trial });
    const withIt = yield* runAlone(context, []);
    if (withIt?.event !== event) return null;
    there = addTrial(there, { failed: withIt.event === 'failure', trial: withIt.trial });
  }
  return { there, aside };
}

/** Every further trial starts without the files, so that tests can be compared on a clean state. */
function* searchWhoLeavesIt(context: DiagnosisContext, { trial }: TrialResult, paths: readonly string[]): Plan<void> {
  const { options, seen } = context;
  const conditions = asideOf(paths);
  // Counts from before the files were removed say nothing about other tests.
  yield* reportFindings({ isolate: null, order: null, searched: null, screen: null, provoke: null, under: conditions });
  const before = [...new Set(trial.tests)].filter((test) => test !== options.target);
  if (before.length === 0 || options.can.select !== 'test') return;
  const clean = under(context, conditions, (makeTrial) => armsOf(options, makeTrial, seen));
  const arm = { name: 'suite', make: () => clean.makeTrial([...before, options.target]), cost: clean.arms.suite.cost };
  yield* compareAndSearch(clean, { before, arm, file: null }, NO_TALLY, NO_TALLY);
}

const residueLine = ({ paths, there, aside }: ResidueFinding): string =>
  `${paths.join(', ')} was left outside: ${there.failures} of ${there.runs} failed with it, ${aside.failures} of ${aside.runs} without`;
