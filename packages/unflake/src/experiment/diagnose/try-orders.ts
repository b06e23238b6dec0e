/**
 * Tries orders first: they are the most frequent cause and the cheapest experiment. Twice in one process, each other test directly before
 * the target, the reversed suite, and shuffles that put every test before the target.
 */

import { fileOf } from '../../contract/file-of.ts';
import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { eventOf } from '../event-of.ts';
import { ask, type Plan, reportFindings, say } from '../plan.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { NO_TALLY } from '../tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { ProvokeFinding } from './findings-so-far.ts';
import { isolateAndSearch, keepOrder } from './locate.ts';
import { runReversed, runTwice, runTwiceMore } from './provoke.ts';
import { quickSearch } from './quick-search.ts';
import { isAffordable } from './resolved-diagnose-options.ts';
import { provokeLine } from './sentences.ts';

/** Runs the reversed suite `runs` times, and as many shuffles. Returns true if something makes the test fail. */
export function* tryOrders(context: DiagnosisContext, runs: number): Plan<boolean> {
  yield* reportFindings({ provoke: yield* runTwice(context, runs) });
  if (yield* searchPairs(context)) return true;
  const twice = yield* runTwiceMore(context);
  yield* reportFindings({ provoke: twice });
  if (isWorseTheSecondTime(twice)) {
    yield* say('isolate', provokeLine(twice));
    return true;
  }
  if (!isAffordable(context, context.arms.suite.cost)) return false;
  const provoked = yield* runReversed(context, runs);
  yield* reportFindings({ provoke: provoked });
  yield* say('isolate', provokeLine(provoked));
  const { reversed, reversedBefore } = provoked;
  if (reversed !== null && isUsual(reversed)) {
    yield* follow(context, reversedBefore, 'reversed', reversed);
    return true;
  }
  return yield* shuffle(context, runs);
}

function* searchPairs(context: DiagnosisContext): Plan<boolean> {
  const { findings, arms } = context;
  // A second look finds nothing new where pairs always do the same.
  if (arms.alone === null || findings.screen !== null) return false;
  const second = findings.provoke?.twice?.second ?? NO_TALLY;
  const again = second.runs > 0 && second.failures === 0;
  const found = yield* quickSearch(context, { event: 'failure', again, shown: null });
  return found !== null && (yield* keepOrder(context, found, 'failure'));
}

function isWorseTheSecondTime({ twice }: ProvokeFinding): boolean {
  if (!twice || twice.second.failures <= twice.first.failures) return false;
  return twoArmBayesFactor(twice.second, twice.first) >= BAYES_FACTOR.hint;
}

/** Every other test before the target in a newly drawn order; the tests of a file stay together. */
function* shuffle(context: DiagnosisContext, runs: number): Plan<boolean> {
  const { options, makeTrial } = context;
  const { target, suite, can } = options;
  if (can.select !== 'test' || can.order !== 'any' || suite.length < 3) return false;
  const random = options.random.fork(`shuffles ${context.seen.length}`);
  for (let run = 0; run < runs && isAffordable(context, context.arms.suite.cost); run += 1) {
    const order = shuffled(
      suite.filter((test) => test !== target),
      (list) => random.shuffle(list),
    );
    const [result] = yield* ask({
      phase: 'isolate',
      doing: 'every other test before it, shuffled',
      why: 'nothing failed by itself; another order may bring it out',
      trials: [makeTrial([...order, target])],
    });
    if (eventOf(result!, target, null) !== 'failure') continue;
    yield* follow(context, order, 'shuffled', NO_TALLY);
    if (context.findings.order?.kind === 'culprits') return true;
  }
  return false;
}

/** Searches an order in which the target failed for the culprit. */
function* follow(context: DiagnosisContext, before: readonly TestId[], name: string, known: Tally): Plan<void> {
  const { options, findings, arms, makeTrial } = context;
  const found = yield* quickSearch(context, { event: 'failure', again: false, shown: before });
  if (found !== null && (yield* keepOrder(context, found, 'failure'))) return;
  const arm = { name, make: () => makeTrial([...before, options.target]), cost: arms.suite.cost };
  yield* isolateAndSearch(context, { before, arm, file: null }, findings.confirm!.arms.alone ?? NO_TALLY, known);
}

function shuffled(tests: readonly TestId[], draw: <T>(list: readonly T[]) => readonly T[]): readonly TestId[] {
  const files = new Map<string | null, TestId[]>();
  for (const test of tests) {
    const file = fileOf(test);
    files.set(file, [...(files.get(file) ?? []), test]);
  }
  return draw([...files.values()]).flatMap((own) => [...draw(own)]);
}

/** One failure among many runs is the rare failure itself, whatever the order. */
const isUsual = ({ failures }: Tally): boolean => failures > 1;
