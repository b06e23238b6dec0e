/**
 * Nothing failed by itself, or hardly ever: turn the order round, run it twice in one process, change the settings of the world, put it under
 * load. What is cheap and the same in every trial comes first.
 */
import { loadSuspects } from '../perturb/load-ways.ts';
import { strengthen } from '../perturb/strengthen.ts';
import type { Plan } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { type Amplification, amplifyFirst, under } from './amplify-first.ts';
import { armsOf } from './arms.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { isolateAndSearch } from './locate.ts';
import { measureTime } from './measure-time.ts';
import { suggestsLoad } from './steer.ts';
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

/** Orders were tried first; after the loads, which repeat and shuffle too, comes a second look. */
const MORE_ORDERS = 2;

type Stage = (context: DiagnosisContext) => Plan<SettingsEnd>;

const someSettings: Stage = (context) => turnSettings(context, { from: 0, to: FIRST_WAVES, alone: false });
const someLoad: Stage = function* (context) {
  return (yield* amplifyAndFollow(context)) ? 'proved' : 'nothing';
};

/** In the order of what they cost; loads come before the rest of the settings, which takes many trials. */
const stagesFor = ({ options }: DiagnosisContext): readonly Stage[] => [
  ...(suggestsLoad(options) ? [someSettings] : [someSettings, someLoad]),
  function* (context) {
    return (yield* tryOrders(context, MORE_ORDERS)) ? 'proved' : 'nothing';
  },
  (context) => turnSettings(context, { from: FIRST_WAVES, to: Number.POSITIVE_INFINITY, alone: true }),
  turnScarcity,
];

/** What the code on the test's way suggests. Says whether something is known that makes it fail. */
export const trySuggested = (context: DiagnosisContext): Plan<boolean> =>
  inTurn(context, [turnSuggested, ...(suggestsLoad(context.options) ? [someLoad] : [])]);

/** All the rest. */
export const tryHarder = (context: DiagnosisContext): Plan<boolean> => inTurn(context, stagesFor(context));

function* inTurn(context: DiagnosisContext, stages: readonly Stage[]): Plan<boolean> {
  for (const stage of stages) {
    // What failed without a reason may fail by itself, but rarely: then a load may make it frequent.
    if ((yield* stage(context)) === 'proved') return true;
  }
  return false;
}

/** Looks for what makes the failure frequent, and goes on from there. Says whether that was the way to follow. */
export function* amplifyAndFollow(context: DiagnosisContext): Plan<boolean> {
  const { finding, way } = yield* amplifyFirst(context);
  context.findings.amplify = finding;
  throwIfBudgetSpent(finding.stopped);
  return way !== null && (yield* follow(context, way));
}

function* follow(context: DiagnosisContext, way: Amplification): Plan<boolean> {
  const { options, findings, seen, makeTrial } = context;
  switch (way.by) {
    case 'load': {
      // Alone, because with other tests before it a load may only bring out what they leave.
      const tests = context.arms.alone === null ? options.suite : [options.target];
      const { tally } = findings.amplify!.rate!;
      const turned = yield* strengthen(turningOf(context, 'strengthen', tests), way.turned, tally);
      if (yield* turnLoads(context, loadSuspects(options.knobs, turned), tests)) return true;
      if (context.arms.alone === null) return false;
      const conditions = { [turned.choice.knob]: turned.setting };
      findings.under = conditions;
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
      // Five chances instead of one, or a second run that the first one spoils: isolate tells these apart.
      return false;
    default:
      return way satisfies never;
  }
}
