/**
 * Marks failures on a commit that cannot have caused them: the index knows everything that the commit changed, and no call leads from the test
 * to it, not even one that is unsure. In doubt nothing is marked.
 */
import { existsSync } from 'node:fs';
import type { ChangedLines } from '../../../scan/history/changed-lines.ts';
import { gitIn } from '../../../scan/history/git.ts';
import type { CallGraph } from '../../../scan/reach/call-graph.ts';
import type { HistoryStore, HistoryTest, StoredRun } from '../../../store/history-port.ts';
import { openProjectReach } from '../scan-reach.ts';
import type { ToolContext } from '../tool.ts';
import { checkedOutCommit, commitChanges } from './commit-changes.ts';
import { definitionOf } from './test-bodies.ts';

export async function markUnreachable(
  store: HistoryStore,
  runs: readonly StoredRun[],
  { root, index }: { readonly root: string; readonly index: string },
  context: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<number> {
  const failed = runs.filter(({ failures, incident }) => failures > 0 && incident === null);
  if (failed.length === 0 || !existsSync(index)) return 0;
  const git = gitIn(root, context.signal);
  const here = await checkedOutCommit(git);
  const own = failed.filter(({ commit }) => commit === here);
  const changes = own.length === 0 ? null : await commitChanges(git);
  if (changes === null) return 0;
  const { reach, problems } = await openProjectReach({ root, index }, context);
  if (problems.length > 0) return 0;
  const reached = reachedNodes(reach.graph, changes);
  if (reached === null) return 0;
  let marked = 0;
  for (const run of own) {
    const tests = (await store.failedIn(run.id)).filter((test) => isUnreached(test, reach.graph, reached));
    await store.markUnreachable(
      run.id,
      tests.map(({ key }) => key),
    );
    marked += tests.length;
  }
  return marked;
}

/** Null if the index does not know a file that the commit changed. */
function reachedNodes(
  { program, into }: CallGraph,
  changes: ReadonlyMap<string, readonly ChangedLines[]>,
): ReadonlySet<number> | null {
  const reached = new Set<number>();
  for (const [path, lines] of changes) {
    const file = program.at(path);
    if (file === undefined) return null;
    // What runs when the file is loaded counts as changed with any line.
    reached.add(file.node);
    for (const { line, endLine } of lines)
      for (let at = line; at <= endLine; at += 1)
        for (const node of program.outwards(program.nodeAt(file, at))) reached.add(node);
  }
  for (const node of reached) for (const { from } of into.get(node) ?? []) reached.add(from);
  return reached;
}

function isUnreached({ file, words }: HistoryTest, { program }: CallGraph, reached: ReadonlySet<number>): boolean {
  const known = program.at(file);
  if (known === undefined) return false;
  const definition = definitionOf(known.facts.definitions, words);
  if (definition === null) return false;
  const node = known.node + 1 + known.facts.definitions.indexOf(definition);
  return ![...program.outwards(node)].some((one) => reached.has(one)) && !reached.has(node);
}
