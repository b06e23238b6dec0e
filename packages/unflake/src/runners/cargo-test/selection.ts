/** Splits a selection by target. Targets follow the first of their tests. */
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { type ProbeFiles, probeSelection } from '../probe-files.ts';
import { workerCount } from '../worker-count.ts';
import { parseCargoId } from './cargo-id.ts';

export interface TargetSelection {
  readonly file: string;
  /** Arguments for the test program itself. */
  readonly args: readonly string[];
}

export function targetsInOrder({ tests, suite, conditions }: RunRequest): readonly TargetSelection[] {
  const all = byFile(suite);
  return [...byFile(tests)].map(([file, own]) => {
    const asked = new Set(own);
    // The names of a large target would not fit into one command line; running all of them needs no names.
    const whole = (all.get(file) ?? []).every((id) => asked.has(id)) && all.get(file)?.length === asked.size;
    const names = whole ? [] : ['--exact', ...[...asked].map((id) => parseCargoId(id).name)];
    const threads = `--test-threads=${workerCount(conditions)}`;
    return { file, args: ['-Z', 'unstable-options', '--format=json', '--report-time', threads, ...names] };
  });
}

function byFile(ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const id of ids) {
    const { file } = parseCargoId(id);
    const known = files.get(file);
    if (known) known.push(id);
    else files.set(file, [id]);
  }
  return files;
}

export function selectionByTarget(request: RunRequest, context: RunnerContext): ProbeFiles {
  return {
    ...probeSelection(request, context),
    files: { 'selection.json': JSON.stringify({ files: targetsInOrder(request) }) },
  };
}
