/**
 * The command line in this process: the same arguments, output and exit code as `Place.run`, at a tenth of its CPU time. For what does not
 * depend on the process; signals, streams that close, and that each command starts at all are tested with real ones.
 */
import { main } from '../../src/cli/main.ts';
import { TOOLS } from '../../src/tools/registry.ts';
import { type FakeOutside, fakeOutside } from '../unit/cli/fake-host.ts';
import type { Answer, Place } from './unflake.ts';

/** As of a pipe. */
const COLUMNS = 10_000;
let drawn = 0;

export async function callIn(
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const outside = fakeOutside({ tools: TOOLS, env: { ...place.variables, ...env } as Record<string, string> });
  const host: FakeOutside = {
    ...outside,
    stdout: { ...outside.stdout, columns: COLUMNS },
    stderr: { ...outside.stderr, columns: COLUMNS },
    cwd: place.subject,
    entropy: () => (drawn += 1),
  };
  const code = await main(args, host);
  return { code, signal: null, stdout: outside.written.out, stderr: outside.written.err };
}
