/** The test programs of a build, as our drivers write them into their stream. */
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
    // The build was ended while it wrote this line, so the line does not count.
    if (error instanceof SyntaxError) return JSON.parse('{}');
    throw error;
  }
}
