/** A selection as the harness of each target takes it. Targets follow the first of their tests. */
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { type ProbeFiles, probeSelection } from '../probe-files.ts';
import { parseCargoId } from './cargo-id.ts';

export interface TargetSelection {
  readonly file: string;
  /** For the test program itself. */
  readonly args: readonly string[];
}

export function targetsInOrder({ tests, suite, conditions }: RunRequest): readonly TargetSelection[] {
  const files = [...new Set(tests.map((id) => parseCargoId(id).file))];
  return files.map((file) => {
    const ofFile = (id: string): boolean => parseCargoId(id).file === file;
    const own = new Set(tests.filter(ofFile));
    const all = suite.filter(ofFile);
    // The names of a large target would not fit into one command line; to run them all none is needed.
    const whole = all.length === own.size && all.every((id) => own.has(id));
    const names = whole ? [] : ['--exact', ...[...own].map((id) => parseCargoId(id).name)];
    const threads = `--test-threads=${conditions.workers ?? 1}`;
    return { file, args: ['-Z', 'unstable-options', '--format=json', '--report-time', threads, ...names] };
  });
}

export function selectionByTarget(request: RunRequest, context: RunnerContext): ProbeFiles {
  return {
    ...probeSelection(request, context),
    files: { 'selection.json': JSON.stringify({ files: targetsInOrder(request) }) },
  };
}
