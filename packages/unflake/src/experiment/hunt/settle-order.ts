/**
 * A suspect that passes alone: which tests before it make it fail? Cheap guesses first: the suspect itself, the test directly before the
 * failure, those that all rounds so far leave possible, those of its file, all of them; then halving. The set that is found fails again while
 * the suspect alone passes.
 */
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialId } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import { type ConfirmedFlaky, intermittent } from './confirmed-flaky.ts';
import { likelyPolluters } from './likely-polluters.ts';
import { lastOccurrences, runBefore } from './run-before.ts';
import { sinceLastPass } from './since-last-pass.ts';
import { armOf, type Selection, type Suspect } from './suspect.ts';

/** Of 60 simulated tests that fail 40 % of the time whatever runs before, two were still called victims. */
const CONFIRMING_RUNS = 2;
/** Of the sets that other tests failed after, as many are tried, the latest ones. */
const MAX_SHARED = 3;
/** Of the lists of tests between a pass and a failure, the shortest ones. */
const MAX_SINCE_PASS = 3;
/** Guesses of at most this share of the suite, or this many tests, are tried first. */
const FEW_SHARE = 0.1;
const MIN_FEW = 10;
/** Trials of one halving. A set of two tests in different halves stops it early. */
const MAX_HALVINGS = 24;

/** Null where it does not fail again after what ran before it. `few`: only guesses of few tests; `many`: only the others. */
export function* settleOrder(
  suspect: Suspect,
  conditions: Conditions,
  size: 'few' | 'many',
): Plan<ConfirmedFlaky | null> {
  const most = Math.max(MIN_FEW, FEW_SHARE * suspect.options.suite.length);
  for (const before of guesses(suspect, most)) {
    if (before.length <= most !== (size === 'few')) continue;
    const first = yield* suspect.run({ before, conditions });
    if (first.event !== 'failure') continue;
    const smallest = yield* halved(suspect, { before, conditions }, first.trial);
    return yield* confirmed(suspect, smallest.selection, smallest.trial);
  }
  return null;
}

/**
 * It fails after a test that never passed: does it fail after healthy ones too? Null where it does not, so that the broken test explains it.
 * The failure that brought the suspicion need not have had them before it.
 */
export function* settleWithoutBroken(suspect: Suspect, broken: readonly TestId[]): Plan<ConfirmedFlaky | null> {
  const { test, options } = suspect;
  if (options.can.order === 'none') return null;
  const healthy = options.suite.filter((other) => other !== test && !broken.includes(other));
  const inFile = healthy.filter((other) => fileOf(other) === fileOf(test));
  // A test that cleans up between the two hides a polluter in one of the orders.
  for (const before of unique([inFile, healthy, healthy.toReversed()])) {
    const selection = { before, conditions: {} };
    const first = yield* suspect.run(selection);
    if (first.event !== 'failure') continue;
    const smallest = yield* halved(suspect, selection, first.trial);
    return yield* confirmed(suspect, smallest.selection, smallest.trial, broken);
  }
  return null;
}

/**
 * Fails, passes without those tests, and fails again, twice. Otherwise those tests are not the cause, but it is flaky all the same.
 * `broken`: what it did after these says nothing.
 */
function* confirmed(
  suspect: Suspect,
  failing: Selection,
  first: TrialId,
  broken: readonly TestId[] = [],
): Plan<ConfirmedFlaky> {
  const { test } = suspect;
  const alone = { before: [], conditions: failing.conditions };
  for (let run = 0; run < CONFIRMING_RUNS; run += 1) {
    const control = yield* suspect.run(alone);
    if (control.event === 'failure') return intermittent(test, alone, control.trial);
    const again = yield* suspect.run(failing);
    if (again.event !== 'failure') return intermittent(test, failing, first);
  }
  if (failsWithout(suspect, failing.before, broken)) return intermittent(test, failing, first);
  const kind = failing.before.every((other) => other === test) ? 'self-polluter' : 'victim';
  return { is: 'flaky', test, kind, arm: armOf(failing, test), failing, needs: [], trial: first };
}

/** Whether it failed in a run without settings in which none of these tests came before it, and no broken one. */
function failsWithout(
  { test, record, options }: Suspect,
  tests: readonly TestId[],
  broken: readonly TestId[],
): boolean {
  return record.failuresOf(test).some(({ result, observation }) => {
    if (Object.keys(result.trial.conditions).length > 0) return false;
    const before = runBefore(result.trial, test, observation.run, options.can);
    if (before.some((other) => broken.includes(other))) return false;
    return before.length === 0 || (tests.length === 1 && tests[0] === test && !before.includes(test));
  });
}

function guesses(suspect: Suspect, most: number): readonly (readonly TestId[])[] {
  const { test, failure, options } = suspect;
  const { result, observation } = failure;
  const ran = runBefore(result.trial, test, observation.run, options.can);
  const others = lastOccurrences(ran.filter((other) => other !== test));
  const likely = likelyPolluters(others, suspect);
  const inFile = (tests: readonly TestId[]) => tests.filter((other) => fileOf(other) === fileOf(test));
  // One polluter often has many victims.
  const shared = suspect.knownPolluters.filter((set) => set.every((one) => others.includes(one))).slice(-MAX_SHARED);
  const sets = [
    ...(ran.includes(test) ? [[test]] : []),
    // They take fewer trials to halve than other guesses take to fail.
    ...(likely.length <= most ? [likely] : []),
    others.slice(-1),
    ...sinceLastPass(suspect).slice(0, MAX_SINCE_PASS),
    ...shared,
    inFile(likely),
    likely,
    inFile(others),
    others,
  ];
  return unique(sets);
}

/** Without empty sets. */
function unique(sets: readonly (readonly TestId[])[]): readonly (readonly TestId[])[] {
  const known = new Set<string>(['']);
  return sets.filter((set) => {
    const key = set.join('\n');
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** The later half first: fewer tests can have undone what it did. `trial`: in which it failed after the whole set. */
function* halved(
  suspect: Suspect,
  { before, conditions }: Selection,
  trial: TrialId,
): Plan<{ readonly selection: Selection; readonly trial: TrialId }> {
  let smallest = { selection: { before, conditions }, trial };
  for (let trials = 0; smallest.selection.before.length > 1 && trials < MAX_HALVINGS; ) {
    const left = smallest.selection.before;
    const middle = left.length >> 1;
    let next: typeof smallest | null = null;
    for (const half of [left.slice(middle), left.slice(0, middle)]) {
      trials += 1;
      const selection = { before: half, conditions };
      const run = yield* suspect.run(selection);
      if (run.event !== 'failure') continue;
      next = { selection, trial: run.trial };
      break;
    }
    if (next === null) break;
    smallest = next;
  }
  return smallest;
}
