/** Which definitions a test surely reaches, the nearest first: the other direction of what the report asks. */
import type { CallGraph } from './call-graph.ts';

/** `starts` are nodes; they are part of the answer. */
export function reachedFrom({ into }: CallGraph, starts: readonly number[]): ReadonlySet<number> {
  const onwards = new Map<number, number[]>();
  for (const [to, edges] of into) {
    for (const { from, sure } of edges) {
      if (!sure) continue;
      const known = onwards.get(from);
      if (known === undefined) onwards.set(from, [to]);
      else known.push(to);
    }
  }
  const reached = new Set(starts);
  for (const node of reached) for (const next of onwards.get(node) ?? []) reached.add(next);
  return reached;
}
