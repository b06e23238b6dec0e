/** What a hunt did not try, and why: knobs that do not work here, orders that the runner does not take, and what the budget cut. */
import type { NotTried } from '../../contract/diagnosis.ts';
import type { TestId } from '../../contract/test-id.ts';
import { about } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import { type ArmState, budgetFor, expectedMs, shareOf } from './arm-state.ts';
import { PAIRS_ARM } from './hunt-arm.ts';
import type { HuntFinding } from './hunt-finding.ts';
import type { Hunt } from './hunt-rounds.ts';
import { isShard } from './shared-rounds.ts';

/** Knobs that an arm turns. */
const KNOBS = [
  ...[
    'copies',
    'cpu',
    'date',
    'dirOrder',
    'encoding',
    'environment',
    'hashSeed',
    'home',
    'locale',
    'network',
    'rngSeed',
  ],
  ...['tmp', 'tz', 'umask', 'workers'],
];

/** Of the time of a hunt, what its ending may take: trials get so much less. */
const MAX_ENDING_MS = 5_000;

type Ended = HuntFinding['ended'];

export function huntNotTried(hunt: Hunt, unrepeated: readonly TestId[], ended: Ended): readonly NotTried[] {
  const { options, arms, leftOut, status } = hunt;
  const { can, refused, suite } = options;
  const rows: NotTried[] = refused
    .filter(({ knob }) => KNOBS.includes(knob))
    .map(({ knob, why, enable }) => ({ what: knob, why: enable === null ? why : `${why}; \`${enable}\`` }));
  if (can.order === 'none') rows.push({ what: 'other orders', why: 'this runner keeps its own order' });
  if (can.order === 'file') rows.push({ what: 'orders within a file', why: 'this runner orders files only' });
  if (!can.repeat) rows.push({ what: 'a test twice in one process', why: 'this runner cannot repeat a test' });
  for (const arm of options.shards === undefined ? arms : []) {
    const left = roundsLacking(arm);
    if (left > 0)
      rows.push({ what: `${arm.name}: ${left} of ${plural(arm.floor, 'round')}`, why: whyNot(arm, left, hunt, ended) });
  }
  for (const { arm, tests } of partly(hunt))
    rows.push({ what: `${arm.name}: ${plural(tests, 'test')}`, why: whyNot(arm, 1, hunt, ended) });
  const open = unrepeated.filter((test) => !status.wasLookedInto(test));
  if (open.length > 0) {
    const why = isShard(options) ? 'merging the shards does it' : ENDINGS[ended];
    rows.push({ what: `${plural(open.length, 'suspect')} not run again`, why });
  }
  for (const test of suite.filter((one) => leftOut.has(one)))
    rows.push({ what: `further rounds with ${test}`, why: 'it hung or ended the process of several rounds' });
  return rows;
}

const ENDINGS: Readonly<Record<Ended, string>> = {
  done: 'the last rounds found nothing new',
  budget: 'the budget was spent',
  cancelled: 'the hunt was interrupted',
};

/** Minutes that are enough for every round that did not fit into the budget; null where all fit. */
export function minutesLacking(hunt: Hunt): number | null {
  const lacking = hunt.arms.filter((arm) => roundsLacking(arm) > 0 && !hunt.time.canRun(arm));
  if (lacking.length === 0 || hunt.options.shards !== undefined) return null;
  const times = hunt.time.times();
  const ms = lacking.reduce(
    (sum, arm) => Math.max(sum + roundsLacking(arm) * expectedMs(arm, times.suiteMs), budgetFor(arm, 1, times)),
    times.spentMs,
  );
  return minutesOf(ms);
}

/** Of those that it should have. */
const roundsLacking = ({ rounds, floor, isExhausted }: ArmState): number =>
  isExhausted ? 0 : Math.max(0, floor - rounds);

/** `rounds`: that it lacks. */
function whyNot(arm: ArmState, rounds: number, hunt: Hunt, ended: Ended): string {
  if (ended === 'cancelled') return ENDINGS[ended];
  if (hunt.time.isLeftOut(arm)) return 'rounds have taken as long as usual; `--minutes` gives them more';
  // Of rounds with less CPU time, which run file by file.
  if (arm.isExhausted) return 'each of their files may take longer than the time left';
  if (hunt.time.canRun(arm)) return ENDINGS[ended];
  const times = hunt.time.times();
  const ms = expectedMs(arm, times.suiteMs);
  const share = shareOf(arm);
  const round = `a round may take ${about(ms)}`;
  const why =
    ms > share * times.budgetMs
      ? `${round}, more than ${share === 1 ? 'the budget' : `${Math.round(100 * share)} % of the budget`}`
      : ended === 'budget'
        ? ENDINGS.budget
        : `${round}, more than was left`;
  return `${why}; \`--minutes ${minutesOf(budgetFor(arm, rounds, times))}\` gives it time`;
}

const minutesOf = (trialsMs: number): number => Math.ceil((trialsMs + MAX_ENDING_MS) / 60_000);

/** Arms of which some tests have not run. What circuits cover is said apart. */
function partly({
  options,
  arms,
  rounds,
  leftOut,
  record,
}: Hunt): readonly { readonly arm: ArmState; readonly tests: number }[] {
  if (options.shards !== undefined) return [];
  return arms.flatMap((arm) => {
    const ran = rounds.filter((round) => round.arm === arm.name).flatMap(({ trials }) => trials);
    if (ran.length === 0 || arm.name === PAIRS_ARM) return [];
    const known = new Set(ran.flatMap((id) => record.trial(id).tests));
    const tests = options.suite.filter((test) => !known.has(test) && !leftOut.has(test)).length;
    return tests === 0 ? [] : [{ arm, tests }];
  });
}
