/**
 * Marks failures on a commit that cannot have caused them: the index knows everything that the commit changed, and no call leads from the test
 * to it, not even one that is unsure. In doubt nothing is marked.
 */
import { existsSync } from 'node:fs';
import { gitIn } from '../../../scan/history/git.ts';
import type { CallGraph } from '../../../scan/reach/call-graph.ts';
import type { HistoryStore, HistoryTest, StoredRun } from '../../../store/history-port.ts';
import { changesSince, commitHere } from '../certify/changes.ts';
import { openProjectReach } from '../scan-reach.ts';
import type { ToolContext } from '../tool.ts';
import { definitionOf } from './test-bodies.ts';

/** Texts for people, which no test reads. */
const DOCUMENT = /(?:^|\/)(?:docs?\/.*|[^/]*\.(?:md|rst|adoc|txt))$/i;

export async function markUnreachable(
  store: HistoryStore,
  runs: readonly StoredRun[],
  { root, index }: { readonly root: string; readonly index: string },
  context: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<number> {
  const git = gitIn(root, context.signal);
  const here = await commitHere(git);
  const own = runs.filter(({ commit, failures, incident }) => commit === here?.id && failures > 0 && incident === null);
  if (here === null || here.changed || own.length === 0 || !existsSync(index)) return 0;
  const parent = await git(['rev-parse', '--verify', '--quiet', 'HEAD~1']);
  const removed = await git(['diff', '--name-only', '--diff-filter=D', 'HEAD~1', 'HEAD']);
  if ('why' in parent || 'why' in removed || removed.text.trim() !== '') return 0;
  const { files } = await changesSince(root, git, parent.text.trim(), 'commit');
  const { reach, problems } = await openProjectReach({ root, index }, context);
  if (problems.length > 0) return 0;
  const reached = reachedNodes(reach.graph, files);
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
  files: ReadonlyMap<string, readonly { readonly line: number; readonly endLine: number }[]>,
): ReadonlySet<number> | null {
  const reached = new Set<number>();
  for (const [path, lines] of files) {
    if (DOCUMENT.test(path)) continue;
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
