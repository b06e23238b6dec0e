/**
 * Native code for a place of its own. It is named after its inputs, so what was built before is what would be built there; the compiler takes
 * half a second of CPU time. That it is built in an empty cache is proved by the tests of the packed program.
 */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { starterProgram } from '../../src/engine/process/starter-program.ts';

// Without the suffix of what is being built at the moment.
const BUILT = /^unflake-(?:starter|shim)-[0-9a-f]+$/;

/** Links what was built for the user who runs the tests into the cache folder of a place. */
export function shareNativeCode(cache: string): void {
  const starter = starterProgram();
  if (starter === null) return;
  const from = dirname(starter);
  const to = join(cache, 'unflake');
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from).sort()) if (BUILT.test(name)) symlinkSync(join(from, name), join(to, name));
}
