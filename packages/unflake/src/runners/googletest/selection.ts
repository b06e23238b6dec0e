/** Splits a selection by program. Programs follow the first of their tests. */
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { type ProbeFiles, probeSelection } from '../probe-files.ts';
import { parseGoogletestId } from './googletest-id.ts';

export interface ProgramSelection {
  readonly program: string;
  /** Full names. */
  readonly tests: readonly string[];
  /** True if all tests of the program are selected, so that no filter is needed. */
  readonly whole: boolean;
}

export function programsInOrder({ tests, suite }: Pick<RunRequest, 'tests' | 'suite'>): readonly ProgramSelection[] {
  const all = byProgram(suite);
  return [...byProgram(tests)].map(([program, own]) => {
    const known = all.get(program) ?? new Set();
    const whole = own.size === known.size && [...own].every((name) => known.has(name));
    return { program, tests: [...own], whole };
  });
}

function byProgram(ids: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const programs = new Map<string, Set<string>>();
  for (const id of ids) {
    const { program, name } = parseGoogletestId(id);
    const known = programs.get(program);
    if (known) known.add(name);
    else programs.set(program, new Set([name]));
  }
  return programs;
}

export function selectionByProgram(request: RunRequest, context: RunnerContext): ProbeFiles {
  const { repeat } = request;
  return {
    ...probeSelection(request, context),
    files: { 'selection.json': JSON.stringify({ programs: programsInOrder(request), repeat }) },
  };
}
