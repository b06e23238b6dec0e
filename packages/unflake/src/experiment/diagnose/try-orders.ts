/**
 * Orders first: they are the most frequent cause of flaky tests, and the cheapest experiments. Twice in one process, each other test
 * directly before the target, the suite backwards, and shuffles that put everything before the target.
 */
import { fileOf } from '../../contract/file-of.ts';
import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { eventOf } from '../event-of.ts';
import { ask, type Plan, say } from '../plan.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { NO_TALLY } from '../tally.ts';
import type { Bench } from './bench.ts';
import { isolateAndSearch, keepOrder } from './locate.ts';
import { runReversed, runTwice, runTwiceMore } from './provoke.ts';
import { isAffordable } from './question.ts';
import { quickSearch } from './quick-search.ts';
import { provokeLine } from './sentences.ts';

/** How much likelier two rates must be than one: a second time that fails once in nine is only the rare failure itself. */
const DIFFERENT = 3;

/** `runs` of the reversed suite, and as many shuffles. Says whether something is known that makes it fail. */
export function* tryOrders(bench: Bench, runs: number): Plan<boolean> {
  const { findings } = bench;
  findings.provoke = yield* runTwice(bench, runs);
  if (yield* searchPairs(bench)) return true;
  findings.provoke = yield* runTwiceMore(bench);
  if (isWorseTheSecondTime(bench)) {
    yield* say('isolate', provokeLine(findings.provoke));
    return true;
  }
  if (!isAffordable(bench, bench.ways.suite.cost)) return false;
  findings.provoke = yield* runReversed(bench, runs);
  yield* say('isolate', provokeLine(findings.provoke));
  const { reversed, reversedBefore } = findings.provoke;
  if (reversed !== null && isUsual(reversed)) {
    yield* follow(bench, reversedBefore, 'reversed', reversed);
    return true;
  }
  return yield* shuffle(bench, runs);
}

function* searchPairs(bench: Bench): Plan<boolean> {
  const { findings, ways } = bench;
  // A second look finds nothing new where pairs always do the same.
  if (ways.alone === null || findings.screen !== null) return false;
  const second = findings.provoke?.twice?.second ?? NO_TALLY;
  const again = second.runs > 0 && second.failures === 0;
  const found = yield* quickSearch(bench, { event: 'failure', again, shown: null });
  return found !== null && (yield* keepOrder(bench, found, 'failure'));
}

function isWorseTheSecondTime({ findings }: Bench): boolean {
  const twice = findings.provoke?.twice;
  if (!twice || twice.second.failures <= twice.first.failures) return false;
  return twoArmBayesFactor(twice.second, twice.first) >= DIFFERENT;
}

/** Every other test before the target, the tests of a file together, files and tests in an order drawn anew each time. */
function* shuffle(bench: Bench, runs: number): Plan<boolean> {
  const { question, make } = bench;
  const { target, suite, can } = question;
  if (can.select !== 'test' || can.order !== 'any' || suite.length < 3) return false;
  const random = question.random.fork(`shuffles ${bench.seen.length}`);
  for (let run = 0; run < runs && isAffordable(bench, bench.ways.suite.cost); run += 1) {
    const order = shuffled(
      suite.filter((test) => test !== target),
      (list) => random.shuffle(list),
    );
    const [result] = yield* ask({
      phase: 'isolate',
      doing: 'every other test before it, shuffled',
      why: 'nothing failed by itself; another order may bring it out',
      trials: [make([...order, target])],
    });
    if (eventOf(result!, target, null) !== 'failure') continue;
    yield* follow(bench, order, 'shuffled', NO_TALLY);
    if (bench.findings.order?.kind === 'culprits') return true;
  }
  return false;
}

/** An order in which it failed: who of them is it? */
function* follow(bench: Bench, before: readonly TestId[], name: string, known: Tally): Plan<void> {
  const { question, findings, ways, make } = bench;
  const found = yield* quickSearch(bench, { event: 'failure', again: false, shown: before });
  if (found !== null && (yield* keepOrder(bench, found, 'failure'))) return;
  const arm = { name, make: () => make([...before, question.target]), cost: ways.suite.cost };
  yield* isolateAndSearch(bench, { before, arm, file: null }, findings.confirm!.arms.alone ?? NO_TALLY, known);
}

function shuffled(tests: readonly TestId[], draw: <T>(list: readonly T[]) => readonly T[]): readonly TestId[] {
  const files = new Map<string | null, TestId[]>();
  for (const test of tests) {
    const file = fileOf(test);
    files.set(file, [...(files.get(file) ?? []), test]);
  }
  return draw([...files.values()]).flatMap((own) => [...draw(own)]);
}

/** One failure of many is the rare failure itself, in whatever order. */
const isUsual = ({ failures }: Tally): boolean => failures > 1;
