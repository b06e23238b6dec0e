/**
 * Nothing failed by itself, or hardly ever: turn the order round, run it twice in one process, change the settings of the world, put it under
 * load. What is cheap and the same in every trial comes first.
 */
import { proveSuspects } from '../perturb/load-ways.ts';
import { strengthen } from '../perturb/strengthen.ts';
import type { Plan } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { type Amplified, amplifyFirst, under } from './amplify-first.ts';
import { arms } from './arms.ts';
import { type Bench, before } from './bench.ts';
import { isolateAndSearch } from './locate.ts';
import { measureTime } from './measure-time.ts';
import { suggestsLoad } from './steer.ts';
import { tryOrders } from './try-orders.ts';
import { endIfOver, type SettingsEnd, turningOf, turnLoads, turnSettings, turnSuggested } from './turn-knobs.ts';
import { turnScarcity } from './turn-scarcity.ts';

/** Every knob but the date has no more settings than this. */
const FIRST_WAVES = 4;

/** Orders were tried first; after the loads, which repeat and shuffle too, comes a second look. */
const MORE_ORDERS = 2;

type Stage = (bench: Bench) => Plan<SettingsEnd>;

const someSettings: Stage = (bench) => turnSettings(bench, { from: 0, to: FIRST_WAVES, alone: false });
const someLoad: Stage = function* (bench) {
  return (yield* amplifyAndFollow(bench)) ? 'proved' : 'nothing';
};

/** In the order of what they cost; loads come before the rest of the settings, which takes many trials. */
const stagesFor = ({ question }: Bench): readonly Stage[] => [
  ...(suggestsLoad(question) ? [someSettings] : [someSettings, someLoad]),
  function* (bench) {
    return (yield* tryOrders(bench, MORE_ORDERS)) ? 'proved' : 'nothing';
  },
  (bench) => turnSettings(bench, { from: FIRST_WAVES, to: Number.POSITIVE_INFINITY, alone: true }),
  turnScarcity,
];

/** What the code on the test's way suggests. Says whether something is known that makes it fail. */
export const trySuggested = (bench: Bench): Plan<boolean> =>
  inTurn(bench, [turnSuggested, ...(suggestsLoad(bench.question) ? [someLoad] : [])]);

/** All the rest. */
export const tryHarder = (bench: Bench): Plan<boolean> => inTurn(bench, stagesFor(bench));

function* inTurn(bench: Bench, stages: readonly Stage[]): Plan<boolean> {
  for (const stage of stages) {
    // What failed without a reason may fail by itself, but rarely: then a load may make it frequent.
    if ((yield* stage(bench)) === 'proved') return true;
  }
  return false;
}

/** Looks for what makes the failure frequent, and goes on from there. Says whether that was the way to follow. */
export function* amplifyAndFollow(bench: Bench): Plan<boolean> {
  const { finding, way } = yield* amplifyFirst(bench);
  bench.findings.amplify = finding;
  endIfOver(finding.stopped);
  return way !== null && (yield* follow(bench, way));
}

function* follow(bench: Bench, way: Amplified): Plan<boolean> {
  const { question, findings, seen, make } = bench;
  switch (way.by) {
    case 'load': {
      // Alone, because with other tests before it a load may only bring out what they leave.
      const tests = bench.ways.alone === null ? question.suite : [question.target];
      const { tally } = findings.amplify!.rate!;
      const turned = yield* strengthen(turningOf(bench, 'strengthen', tests), way.turned, tally);
      if (yield* turnLoads(bench, proveSuspects(question.knobs, turned), tests)) return true;
      if (bench.ways.alone === null) return false;
      const conditions = { [turned.choice.knob]: turned.setting };
      findings.under = conditions;
      const harder = under(bench, conditions, (made) => arms(question, made, seen));
      const order = { before: before(question), arm: harder.ways.suite, file: harder.ways.file };
      yield* isolateAndSearch(harder, order, NO_TALLY, NO_TALLY);
      return true;
    }
    case 'workers':
      yield* measureTime(bench);
      return findings.time?.parallelEffect === 'worse';
    case 'order': {
      const arm = { name: 'shuffled', make: () => make([...way.before, question.target]), cost: bench.ways.suite.cost };
      const order = { before: way.before, arm, file: null };
      yield* isolateAndSearch(bench, order, findings.confirm!.arms.alone ?? NO_TALLY, NO_TALLY);
      return true;
    }
    case 'repeat':
      // Five chances instead of one, or a second run that the first one spoils: isolate tells these apart.
      return false;
    default:
      return way satisfies never;
  }
}
