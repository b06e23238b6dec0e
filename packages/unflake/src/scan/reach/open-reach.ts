/** The index of a project, made to agree with its files, and the questions that are asked over it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReachedBy, ScanProblem } from '../../contract/scan.ts';
import { type IndexFile, openIndex } from '../index/index-file.ts';
import { type RefreshResult, refreshIndex } from '../index/refresh-index.ts';
import { type CallGraph, callGraph } from './call-graph.ts';
import { isManifest, readManifests } from './manifests.ts';
import { testsReaching } from './tests-reaching.ts';

export interface OpenReachOptions {
  readonly root: string;
  /** Relative to the root, manifests included. */
  readonly files: readonly string[];
  /** The file that keeps the index. */
  readonly index: string;
  readonly nowMs: number;
  readonly signal?: AbortSignal;
}

export interface ReachStatus extends RefreshResult {
  readonly calls: CallGraph['calls'];
}

export interface Reach {
  readonly status: ReachStatus;
  readonly graph: CallGraph;
  /** Null for a file that is not in the index. */
  readonly reaching: (file: string, line: number) => ReachedBy | null;
}

export async function openReach({ index, ...options }: OpenReachOptions): Promise<Reach> {
  const file = openIndex(index);
  try {
    const refreshed = await refreshIndex(file, options);
    const { graph, problems } = graphOf(file, options);
    return {
      status: { ...refreshed, problems: [...refreshed.problems, ...problems], calls: graph.calls },
      graph,
      reaching: remembered(graph),
    };
  } finally {
    file.close();
  }
}

export function graphOf(
  index: IndexFile,
  { root, files }: Pick<OpenReachOptions, 'root' | 'files'>,
): { readonly graph: CallGraph; readonly problems: readonly ScanProblem[] } {
  const texts = new Map<string, string>();
  const problems: ScanProblem[] = [];
  for (const file of files.filter(isManifest)) {
    try {
      texts.set(file, readFileSync(join(root, file), 'utf8'));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      problems.push({ file, why: `cannot be read (${code})` });
    }
  }
  return { graph: callGraph(index.facts(), readManifests(texts)), problems };
}

/** Findings crowd in few functions, and all lines of a function are reached by the same tests. */
function remembered(graph: CallGraph): Reach['reaching'] {
  const known = new Map<number, ReachedBy>();
  return (path, line) => {
    const file = graph.program.at(path);
    if (file === undefined) return null;
    const node = graph.program.nodeAt(file, line);
    const before = known.get(node);
    if (before !== undefined) {
      return {
        ...before,
        path: before.path.map((step, index) => (index === before.path.length - 1 ? { ...step, line } : step)),
      };
    }
    const reached = testsReaching(graph, path, line)!;
    known.set(node, reached);
    return reached;
  };
}
