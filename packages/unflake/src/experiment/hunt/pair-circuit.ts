/**
 * One sequence in which each ordered pair of tests occurs once, each test directly after itself too: an Eulerian circuit of the complete
 * directed graph with loops. Its length is n² + 1.
 */
import type { TestId } from '../../contract/test-id.ts';

export function pairCircuit(tests: readonly TestId[]): readonly TestId[] {
  const count = tests.length;
  if (count === 0) return [];
  // Hierholzer's algorithm; `next` is the successor that a test has not been left for yet.
  const next = new Array<number>(count).fill(0);
  const path = [0];
  const circuit: number[] = [];
  while (path.length > 0) {
    const at = path.at(-1)!;
    if (next[at]! < count) {
      path.push(next[at]!);
      next[at]! += 1;
    } else circuit.push(path.pop()!);
  }
  return circuit.reverse().map((at) => tests[at]!);
}
