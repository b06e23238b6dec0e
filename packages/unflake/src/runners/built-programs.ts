/** The test programs that a build has left, as our drivers write them into their stream. */
import type { RawRun } from '../contract/command.ts';
import type { BuiltProgram } from '../contract/runner.ts';

export function builtPrograms(run: RawRun, streamPath: string): readonly BuiltProgram[] {
  return (run.files[streamPath] ?? '').split('\n').flatMap((line) => {
    const { ev, ...program } = lineOf(line);
    return ev === 'program' ? [program] : [];
  });
}

function lineOf(line: string): BuiltProgram & { readonly ev?: string } {
  try {
    return JSON.parse(line || '{}');
  } catch (error) {
    // The build was ended while it wrote; the program of that line does not count.
    if (error instanceof SyntaxError) return JSON.parse('{}');
    throw error;
  }
}
