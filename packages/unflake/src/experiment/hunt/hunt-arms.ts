/** The arms of a hunt: ways of running the whole suite under which a flaky test may fail. Only those that the runner and the machine allow. */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions } from '../../contract/trial.ts';
import { fileRounds } from './file-rounds.ts';
import { type ArmsContext, type HuntArm, PAIRS_ARM, type RoundTrial, SETTINGS_ARM, SUITE_ARM } from './hunt-arm.ts';
import { loadArms } from './load-arms.ts';
import { byFile, reversed, type Shuffling, shuffled } from './orders.ts';
import { pairRounds } from './pair-rounds.ts';
import { rowsNeeded, settingKnobs, settingsOfRow } from './setting-rows.ts';

/** Suite runs for a first impression: the second one shows what fails at any time. */
const SUITE_FLOOR = 2;
const SHUFFLE_FLOOR = 2;
/** One round of settings in this many uses the temporary folder that earlier rounds have used. */
const USED_TMP_EVERY = 2;
/** Tests in their forks that one trial runs; a longer trial delays the first result too much. */
const MAX_FORKS = 400;

/** In the order in which they come up where two are due: cheap ones that find much lead. Suspects are settled after the first orders, because what each order showed names the tests that may be the cause. */
export function huntArms(context: ArmsContext): readonly HuntArm[] {
  return [
    { name: SUITE_ARM, why: 'what fails as the suite is', floor: SUITE_FLOOR, isFirst: true, next: plain },
    ...orderArms(context),
    ...settingArms(context),
    ...pairArms(context),
    ...loadArms(context),
    ...fileArms(context),
  ];
}

const plain = (tests: readonly TestId[], conditions: Conditions = {}): readonly RoundTrial[] => [
  { tests, how: { conditions } },
];

function orderArms(context: ArmsContext): readonly HuntArm[] {
  const { options, covered } = context;
  const { can, random } = options;
  const shuffles = random.fork('shuffles');
  const single = (order: readonly TestId[] | null) => (order === null ? null : plain(order));
  const arms: HuntArm[] = [];
  // What a second time would show, other orders show as well.
  let wasReversed = false;
  let shuffle = 0;
  if (can.order !== 'none') {
    arms.push({
      name: 'reversed',
      why: 'each test runs before those that usually run before it',
      floor: 1,
      isFirst: true,
      next: (tests) => {
        const order = wasReversed ? null : reversed(tests, can);
        wasReversed = true;
        return single(order);
      },
    });
  }
  if (can.order !== 'none') {
    arms.push({
      name: 'shuffled',
      why: 'tests run after others than usual',
      floor: SHUFFLE_FLOOR,
      isFirst: true,
      next: (tests) => single(shuffled(tests, can, { random: shuffles, covered, what: shufflingOf(shuffle++) })),
    });
  }
  if (can.fork) arms.push(twiceInForks);
  if (!can.fork && can.repeat) {
    arms.push({
      name: 'twice in one process',
      why: 'what a test leaves behind makes its second run fail',
      floor: 1,
      suiteRuns: () => 2,
      next: (tests) => plain(tests.flatMap((test) => [test, test])),
    });
  }
  return arms;
}

/** In turn: a test that many others clean up for fails where the whole file of its polluter runs right before its own. */
const shufflingOf = (round: number): Shuffling => (round % 2 === 0 ? 'tests' : 'files');

/** Short runs in forks of one process that has collected the tests. */
const forked = (pieces: readonly (readonly TestId[])[]): readonly RoundTrial[] =>
  chunks(pieces, MAX_FORKS).map((chunk) => ({
    tests: chunk.flat(),
    how: { forks: chunk.map((piece) => piece.length) },
  }));

const twiceInForks: HuntArm = {
  name: 'each test twice, alone',
  why: 'a test may need what others set up, or fail after its own first run',
  floor: 1,
  isFirst: true,
  suiteRuns: () => 3,
  next: (tests) => forked(tests.map((test) => [test, test])),
};

function fileArms(context: ArmsContext): readonly HuntArm[] {
  const { can } = context.options;
  if (!can.fork && (can.process !== 'suite' || can.select === 'none')) return [];
  return [
    {
      name: 'each file alone',
      why: 'a test may need what tests of other files set up',
      floor: 1,
      next: can.fork ? (tests) => forked(byFile(tests)) : fileRounds(context),
    },
  ];
}

function settingArms({ options: { knobs, can, random }, covered }: ArmsContext): readonly HuntArm[] {
  if (settingKnobs(knobs).length === 0) return [];
  const orders = random.fork('orders of settings');
  let row = 0;
  return [
    {
      name: SETTINGS_ARM,
      why: 'zones, locales, dates, seeds, folders and networks differ between machines',
      floor: rowsNeeded(knobs),
      // Another order each time costs nothing, and tells which tests may make a victim fail. Neither does a folder that earlier rounds used.
      next: (tests) => {
        const order = shuffled(tests, can, { random: orders, covered, what: shufflingOf(row) });
        const used = isTmpShared(knobs) && row % USED_TMP_EVERY === 1 ? { tmp: 'shared' } : {};
        return plain(order ?? tests, { ...settingsOfRow(knobs, row++), ...used });
      },
    },
  ];
}

const isTmpShared = (knobs: ArmsContext['options']['knobs']): boolean =>
  knobs.some(({ knob, settings }) => knob === 'tmp' && settings.includes('shared'));

function pairArms(context: ArmsContext): readonly HuntArm[] {
  const { can } = context.options;
  if (!can.repeat || can.order === 'none' || can.order === 'file' || can.process === 'test') return [];
  return [
    {
      name: PAIRS_ARM,
      why: 'a test that depends on one other test fails directly after it',
      // The circuit over all tests at once, where it is cheap; the rest is tried where time is left.
      floor: 1,
      ...pairRounds(context),
    },
  ];
}

function chunks<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}
