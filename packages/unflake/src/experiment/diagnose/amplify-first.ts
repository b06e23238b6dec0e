/** Where a failure is rare: looks for conditions that make it frequent, and says by which way it went. What it means is for later stages. */
import type { AmplifyFinding } from '../../contract/screen-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import { knownTypes } from '../counted-failures.ts';
import { eventOf } from '../event-of.ts';
import { costOf, loads, weightOf } from '../perturb/load-ways.ts';
import type { Turned } from '../perturb/turning.ts';
import { type Plan, say } from '../plan.ts';
import { amplify, type Way } from '../screen/amplify.ts';
import { sumOf } from '../statistics/counts.ts';
import { type Bench, before } from './bench.ts';
import { amplifyLine } from './perturb-sentences.ts';
import { isAffordable } from './question.ts';
import { suggestsLoad } from './steer.ts';
import { turningOf } from './turn-knobs.ts';

/** By which way the failure became frequent. */
export type Amplified =
  | { readonly by: 'load'; readonly turned: Turned }
  | { readonly by: 'workers' }
  | { readonly by: 'repeat' }
  /** The tests before the target in an order in which it failed. */
  | { readonly by: 'order'; readonly before: readonly TestId[] };

interface AmplifyingWay extends Way {
  readonly amplified: (seen: readonly TrialResult[]) => Amplified | null;
}

const MAX_TRIALS = 100;
const REPETITIONS = 5;
/** A suite that takes no more than so many times as long as the test alone. */
const CHEAP = 3;

export function* amplifyFirst(
  bench: Bench,
): Plan<{ readonly finding: AmplifyFinding; readonly way: Amplified | null }> {
  const { question, findings, seen } = bench;
  const ways = waysOf(bench);
  const finding = yield* amplify({
    target: question.target,
    plain: findings.isolate ? sumOf(findings.isolate.alone, findings.isolate.suite) : findings.confirm!.all,
    ways,
    make: turningOf(bench, 'amplify', selectionOf(bench)).make,
    fingerprints: knownTypes(seen, question.target),
    jobs: question.jobs,
    maxTrials: MAX_TRIALS,
  });
  yield* say('perturb', amplifyLine(finding));
  const at = finding.ways.findIndex(({ tally }) => tally === finding.rate?.tally);
  const trials = finding.ways[at]?.tally.trials ?? [];
  return { finding, way: ways[at]?.amplified(seen.filter(({ id }) => trials.includes(id))) ?? null };
}

function waysOf(bench: Bench): readonly AmplifyingWay[] {
  const { question, make } = bench;
  const { target, suite, can } = question;
  const relative = relativeCost(bench);
  const fits = isAffordable(bench, bench.ways.suite.cost);
  const all = loads(question.knobs);
  const found: AmplifyingWay[] = all.flatMap((turned, at): readonly AmplifyingWay[] => {
    const { choice, setting } = turned;
    const conditions: Conditions = { [choice.knob]: setting };
    const next = all[at + 1];
    const stronger = next?.choice === choice ? { stronger: nameOf(next) } : {};
    const weight = weightOf(turned, suggestsLoad(question));
    const way = { name: nameOf(turned), conditions, cost: costOf(turned), weight, ...stronger };
    if (choice.knob !== 'workers') return [{ ...way, amplified: () => ({ by: 'load', turned }) }];
    if (!can.workers || suite.length < 2 || !fits) return [];
    const beside = () => make(suite, { conditions, exclusive: true });
    return [{ ...way, cost: way.cost * relative, make: beside, amplified: () => ({ by: 'workers' }) }];
  });
  if (can.repeat && can.select === 'test') {
    const repeat = () => make([target], { repeat: REPETITIONS });
    const way = { name: `${REPETITIONS} times in one process`, conditions: {}, cost: 1, weight: 0.5, make: repeat };
    found.push({ ...way, amplified: () => ({ by: 'repeat' }) });
  }
  if (can.select === 'test' && can.order === 'any' && suite.length > 2 && fits) {
    const random = question.random.fork('amplify by order');
    const shuffled = () => {
      const others = random.shuffle(suite.filter((test) => test !== target));
      return make([...others, target]);
    };
    const way = { name: 'every other test first, shuffled', conditions: {}, cost: relative, make: shuffled };
    found.push({ ...way, amplified: (results) => failingOrder(results, target) });
  }
  return found;
}

const nameOf = ({ choice, setting }: Turned): string => `${choice.knob} ${setting}`;

/** Of a run in the suite, in runs alone. */
const relativeCost = ({ ways }: Bench): number =>
  ways.alone === null ? 1 : Math.max(1, ways.suite.cost / Math.max(1, ways.alone.cost));

/** With the tests before it where that costs little: then a load may also bring out what they leave. */
function selectionOf(bench: Bench): readonly TestId[] | undefined {
  const { question } = bench;
  if (question.can.select !== 'test' || relativeCost(bench) > CHEAP) return undefined;
  return [...before(question), question.target];
}

function failingOrder(results: readonly TrialResult[], target: TestId): Amplified | null {
  const failed = results.find((result) => eventOf(result, target, null) === 'failure');
  return failed ? { by: 'order', before: failed.trial.tests.filter((test) => test !== target) } : null;
}

/** Everything that follows is done under these conditions. */
export function under(bench: Bench, conditions: Conditions, armsOf: (make: Bench['make']) => Bench['ways']): Bench {
  const make: Bench['make'] = (tests, how = {}) =>
    bench.make(tests, { ...how, conditions: { ...conditions, ...how.conditions } });
  return { ...bench, make, ways: armsOf(make) };
}
