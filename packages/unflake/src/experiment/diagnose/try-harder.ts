/**
 * The test never or hardly ever failed: change the order, run it twice in one process, change settings, add load. Cheap and deterministic
 * experiments come first.
 */
import { loadSuspects } from '../perturb/load-ways.ts';
import { strengthen } from '../perturb/strengthen.ts';
import { type Plan, reportFindings } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { type Amplification, amplifyFirst, under } from './amplify-first.ts';
import { armsOf } from './arms.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { isolateAndSearch } from './locate.ts';
import { measureTime } from './measure-time.ts';
import { suggestsLoad } from './steer.ts';
import { stillRare } from './still-rare.ts';
import { tryOrders } from './try-orders.ts';
import {
  type SettingsEnd,
  throwIfBudgetSpent,
  turningOf,
  turnLoads,
  turnSettings,
  turnSuggested,
} from './turn-knobs.ts';
import { turnScarcity } from './turn-scarcity.ts';

/** Every knob but the date has no more settings than this. */
const FIRST_WAVES = 4;

/** Orders were tried first. A second look follows the loads, which also repeat and shuffle. */
const MORE_ORDERS = 2;

type Stage = (context: DiagnosisContext) => Plan<SettingsEnd>;

const someSettings: Stage = (context) => turnSettings(context, { from: 0, to: FIRST_WAVES, alone: false });
const someLoad: Stage = function* (context) {
  return (yield* amplifyAndFollow(context)) ? 'proved' : 'nothing';
};

/** By cost. Loads come before the remaining settings, which take many trials. */
const stagesFor = ({ options }: DiagnosisContext): readonly Stage[] => [
  ...(suggestsLoad(options) ? [someSettings] : [someSettings, someLoad]),
  function* (context) {
    return (yield* tryOrders(context, MORE_ORDERS)) ? 'proved' : 'nothing';
  },
  (context) => turnSettings(context, { from: FIRST_WAVES, to: Number.POSITIVE_INFINITY, alone: true }),
  turnScarcity,
];

/** Tries what the code suggests. Returns true if something makes the test fail. */
export const trySuggested = (context: DiagnosisContext): Plan<boolean> =>
  inTurn(context, [turnSuggested, ...(suggestsLoad(context.options) ? [someLoad] : [])]);

/** All the rest. */
export const tryHarder = (context: DiagnosisContext): Plan<boolean> => inTurn(context, stagesFor(context));

function* inTurn(context: DiagnosisContext, stages: readonly Stage[]): Plan<boolean> {
  for (const stage of stages) {
    // An unexplained failure may be rare but spontaneous; a load may make it frequent.
    if ((yield* stage(context)) === 'proved') return true;
  }
  return false;
}

/** Amplifies the failure and continues from there. Returns true if that succeeded. */
export function* amplifyAndFollow(context: DiagnosisContext): Plan<boolean> {
  const { finding, way } = yield* amplifyFirst(context);
  yield* reportFindings({ amplify: finding });
  throwIfBudgetSpent(finding.stopped);
  return way !== null && (yield* follow(context, way));
}

function* follow(context: DiagnosisContext, way: Amplification): Plan<boolean> {
  const { options, findings, seen, makeTrial } = context;
  switch (way.by) {
    case 'load': {
      // Alone, because with other tests before it a load may only expose the state that they leave.
      const tests = context.arms.alone === null ? options.suite : [options.target];
      const { tally } = findings.amplify!.rate!;
      const turned = yield* strengthen(turningOf(context, 'strengthen', tests), way.turned, tally);
      if (yield* turnLoads(context, loadSuspects(options.knobs, turned), tests)) return true;
      if (context.arms.alone === null || !(yield* stillRare(context))) return false;
      const conditions = { [turned.choice.knob]: turned.setting };
      yield* reportFindings({ under: conditions });
      const harder = under(context, conditions, (makeTrial) => armsOf(options, makeTrial, seen));
      const order = { before: testsBefore(options), arm: harder.arms.suite, file: harder.arms.file };
      yield* isolateAndSearch(harder, order, NO_TALLY, NO_TALLY);
      return true;
    }
    case 'workers':
      yield* measureTime(context);
      return findings.time?.parallelEffect === 'worse';
    case 'order': {
      const arm = {
        name: 'shuffled',
        make: () => makeTrial([...way.before, options.target]),
        cost: context.arms.suite.cost,
      };
      const order = { before: way.before, arm, file: null };
      yield* isolateAndSearch(context, order, findings.confirm!.arms.alone ?? NO_TALLY, NO_TALLY);
      return true;
    }
    case 'repeat':
      // Either five chances instead of one, or a first execution that breaks the second: isolate tells them apart.
      return false;
    default:
      return way satisfies never;
  }
}
