/**
 * Rounds that cover ordered pairs: one circuit over all tests where that is cheap, else circuits over files, as many as fit into a round. Of a
 * file whose circuit takes too long, tests are drawn into several.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { ArmsContext, HuntArm, RoundTrial } from './hunt-arm.ts';
import { byFile } from './orders.ts';
import { pairCircuit } from './pair-circuit.ts';
import { processOf } from './pair-coverage.ts';

/** A round of circuits takes about as long as this many runs of the suite. */
const ROUND_SUITE_RUNS = 1;
/** Even a short suite gets as much. */
const MIN_ROUND_MS = 2_000;
/** What the runner takes around each execution: 70,112 executions of tests of 20 public projects, most of them very short, took 1.8 ms each. */
const EXECUTION_MS = 1.5;

type Pairs = Pick<HuntArm, 'next' | 'suiteRuns'>;

export function pairRounds(context: ArmsContext): Pairs {
  const { options, duration, suiteMs, leftMs, circuitMs } = context;
  const { can, random, suite } = options;
  const order = random.fork('circuits');
  const inOneProcess = can.process === 'suite' && can.order === 'any';
  let groups: (readonly TestId[])[] | null = null;
  const costOf = (group: readonly TestId[]): number =>
    group.length * group.reduce((sum, test) => sum + duration(test) + EXECUTION_MS, 0);
  const isWhole = (tests: readonly TestId[]) => inOneProcess && costOf(tests) <= Math.min(circuitMs(), leftMs());
  const limitMs = (tests: readonly TestId[]) =>
    Math.min(leftMs(), Math.max(MIN_ROUND_MS, ROUND_SUITE_RUNS * tests.reduce((sum, test) => sum + duration(test), 0)));

  return { next, suiteRuns: () => expectedMs() / Math.max(1, suiteMs()) };

  function next(tests: readonly TestId[]): readonly RoundTrial[] | null {
    const most = limitMs(tests);
    groups ??= isWhole(tests) ? [tests] : order.shuffle(filesOf(tests)).flatMap((file) => parts(file, most));
    const chosen: (readonly TestId[])[] = [];
    let ms = 0;
    while (groups.length > 0 && (chosen.length === 0 || ms + costOf(groups[0]!) <= most)) {
      const group = groups.shift()!;
      ms += costOf(group);
      chosen.push(group);
    }
    if (chosen.length === 0) return null;
    const kept = new Set(tests);
    return chosen.map((group) => ({ tests: pairCircuit(group.filter((test) => kept.has(test))), how: {} }));
  }

  /** Of the first round; later ones are measured. */
  function expectedMs(): number {
    return isWhole(suite) ? costOf(suite) : limitMs(suite);
  }

  /** Files of several tests that share a process. */
  function filesOf(tests: readonly TestId[]): (readonly TestId[])[] {
    const process = processOf(can);
    return byFile(tests).filter((file) => file.length > 1 && process(file[0]!) === process(file[1]!));
  }

  /** Random ones, so that tests far from each other in the file meet too. */
  function parts(file: readonly TestId[], most: number): (readonly TestId[])[] {
    const count = Math.ceil(Math.sqrt(costOf(file) / most));
    if (count <= 1) return [file];
    const drawn = order.shuffle(file);
    const size = Math.max(2, Math.floor(file.length / count));
    const cut = Array.from({ length: Math.ceil(drawn.length / size) }, (_, at) =>
      drawn.slice(at * size, (at + 1) * size),
    );
    return cut.filter((part) => part.length > 1);
  }
}
