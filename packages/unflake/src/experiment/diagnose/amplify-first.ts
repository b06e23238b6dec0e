/**
 * Looks for conditions under which a rare failure becomes frequent, and records which of them worked. Later stages interpret the result.
 */
import type { AmplifyFinding } from '../../contract/screen-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import { knownTypes } from '../counted-failures.ts';
import { eventOf } from '../event-of.ts';
import { costOf, loads, weightOf } from '../perturb/load-ways.ts';
import type { KnobSetting } from '../perturb/turning.ts';
import { type Plan, say } from '../plan.ts';
import { amplify, type Way } from '../screen/amplify.ts';
import { sumOf } from '../statistics/counts.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { amplifyLine } from './perturb-sentences.ts';
import { isAffordable } from './resolved-diagnose-options.ts';
import { suggestsLoad } from './steer.ts';
import { turningOf } from './turn-knobs.ts';

/** How the failure became frequent. */
export type Amplification =
  | { readonly by: 'load'; readonly turned: KnobSetting }
  | { readonly by: 'workers' }
  | { readonly by: 'repeat' }
  /** The tests before the target in an order in which it failed. */
  | { readonly by: 'order'; readonly before: readonly TestId[] };

interface AmplifyingWay extends Way {
  readonly amplified: (seen: readonly TrialResult[]) => Amplification | null;
}

const MAX_TRIALS = 100;
const REPETITIONS = 5;
/** The suite counts as cheap up to this multiple of the time of the test alone. */
const CHEAP = 3;

export function* amplifyFirst(
  context: DiagnosisContext,
): Plan<{ readonly finding: AmplifyFinding; readonly way: Amplification | null }> {
  const { options, findings, seen } = context;
  const ways = waysOf(context);
  const finding = yield* amplify({
    target: options.target,
    plain: findings.isolate ? sumOf(findings.isolate.alone, findings.isolate.suite) : findings.confirm!.all,
    ways,
    make: turningOf(context, 'amplify', selectionOf(context)).make,
    fingerprints: knownTypes(seen, options.target),
    jobs: options.jobs,
    maxTrials: MAX_TRIALS,
  });
  yield* say('perturb', amplifyLine(finding));
  const at = finding.ways.findIndex(({ tally }) => tally === finding.rate?.tally);
  const trials = finding.ways[at]?.tally.trials ?? [];
  return { finding, way: ways[at]?.amplified(seen.filter(({ id }) => trials.includes(id))) ?? null };
}

function waysOf(context: DiagnosisContext): readonly AmplifyingWay[] {
  const { options, makeTrial } = context;
  const { target, suite, can } = options;
  const relative = relativeCost(context);
  const fits = isAffordable(context, context.arms.suite.cost);
  const all = loads(options.knobs);
  const found: AmplifyingWay[] = all.flatMap((turned, at): readonly AmplifyingWay[] => {
    const { choice, setting } = turned;
    const conditions: Conditions = { [choice.knob]: setting };
    const next = all[at + 1];
    const stronger = next?.choice === choice ? { stronger: nameOf(next) } : {};
    const weight = weightOf(turned, suggestsLoad(options));
    const way = { name: nameOf(turned), conditions, cost: costOf(turned), weight, ...stronger };
    if (choice.knob !== 'workers') return [{ ...way, amplified: () => ({ by: 'load', turned }) }];
    if (!can.workers || suite.length < 2 || !fits) return [];
    const makeParallel = () => makeTrial(suite, { conditions, exclusive: true });
    return [{ ...way, cost: way.cost * relative, make: makeParallel, amplified: () => ({ by: 'workers' }) }];
  });
  if (can.repeat && can.select === 'test') {
    const repeat = () => makeTrial([target], { repeat: REPETITIONS });
    const way = { name: `${REPETITIONS} times in one process`, conditions: {}, cost: 1, weight: 0.5, make: repeat };
    found.push({ ...way, amplified: () => ({ by: 'repeat' }) });
  }
  if (can.select === 'test' && can.order === 'any' && suite.length > 2 && fits) {
    const random = options.random.fork('amplify by order');
    const shuffled = () => {
      const others = random.shuffle(suite.filter((test) => test !== target));
      return makeTrial([...others, target]);
    };
    const way = { name: 'every other test first, shuffled', conditions: {}, cost: relative, make: shuffled };
    found.push({ ...way, amplified: (results) => failingOrder(results, target) });
  }
  return found;
}

const nameOf = ({ choice, setting }: KnobSetting): string => `${choice.knob} ${setting}`;

/** The cost of one suite run, in runs of the test alone. */
const relativeCost = ({ arms }: DiagnosisContext): number =>
  arms.alone === null ? 1 : Math.max(1, arms.suite.cost / Math.max(1, arms.alone.cost));

/** Includes the tests before the target where that is cheap: a load may then also expose the state that they leave. */
function selectionOf(context: DiagnosisContext): readonly TestId[] | undefined {
  const { options } = context;
  if (options.can.select !== 'test' || relativeCost(context) > CHEAP) return undefined;
  return [...testsBefore(options), options.target];
}

function failingOrder(results: readonly TrialResult[], target: TestId): Amplification | null {
  const failed = results.find((result) => eventOf(result, target, null) === 'failure');
  return failed ? { by: 'order', before: failed.trial.tests.filter((test) => test !== target) } : null;
}

/** The same context, with these conditions added to every trial. */
export function under(
  context: DiagnosisContext,
  conditions: Conditions,
  armsOf: (makeTrial: DiagnosisContext['makeTrial']) => DiagnosisContext['arms'],
): DiagnosisContext {
  const makeTrial: DiagnosisContext['makeTrial'] = (tests, how = {}) =>
    context.makeTrial(tests, { ...how, conditions: { ...conditions, ...how.conditions } });
  return { ...context, makeTrial, arms: armsOf(makeTrial) };
}
