/** Rounds that cover ordered pairs: one circuit over all tests where that is cheap, else circuits over files, as many as fit into a round. */
import type { TestId } from '../../contract/test-id.ts';
import type { ArmsContext, RoundTrial } from './hunt-arm.ts';
import { byFile } from './orders.ts';
import { pairCircuit } from './pair-circuit.ts';
import { processOf } from './pair-coverage.ts';

/** A round of circuits takes about as long as this many runs of the suite. */
const ROUND_SUITE_RUNS = 1;
/** Even a short suite gets as much. */
const MIN_ROUND_MS = 2_000;

export function pairRounds({ options, duration }: ArmsContext) {
  const { can, circuitMs, random } = options;
  const order = random.fork('circuits');
  let groups: (readonly TestId[])[] | null = null;
  return (tests: readonly TestId[]): readonly RoundTrial[] | null => {
    const suiteMs = tests.reduce((sum, test) => sum + duration(test), 0);
    groups ??= firstGroups(tests, suiteMs);
    const limitMs = Math.max(MIN_ROUND_MS, ROUND_SUITE_RUNS * suiteMs);
    const chosen: (readonly TestId[])[] = [];
    let ms = 0;
    while (groups.length > 0 && (chosen.length === 0 || ms + costOf(groups[0]!) <= limitMs)) {
      const group = groups.shift()!;
      ms += costOf(group);
      chosen.push(group);
    }
    if (chosen.length === 0) return null;
    const kept = new Set(tests);
    return chosen.map((group) => ({ tests: pairCircuit(group.filter((test) => kept.has(test))), how: {} }));
  };

  function firstGroups(tests: readonly TestId[], suiteMs: number): (readonly TestId[])[] {
    const inOneProcess = can.process === 'suite' && can.order === 'any';
    if (inOneProcess && tests.length * suiteMs <= circuitMs) return [tests];
    const process = processOf(can);
    const files = byFile(tests).filter((file) => file.length > 1 && process(file[0]!) === process(file[1]!));
    return order.shuffle(files);
  }

  function costOf(group: readonly TestId[]): number {
    return group.length * group.reduce((sum, test) => sum + duration(test), 0);
  }
}
