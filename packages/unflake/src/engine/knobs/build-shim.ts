/** Our LD_PRELOAD library. */
import { buildNative } from '../build-native.ts';
import { programOutput } from './programs.ts';

/** null when it cannot be built, kept or loaded here. */
export function buildShim(sources: string): string | null {
  const options = ['-shared', '-fPIC', '-O2'];
  return buildNative({ name: 'shim', sources, options, libraries: ['-ldl', '-lpthread'], works: loads });
}

/** The linker only warns about a library that it cannot load, so a child process checks that it is loaded. */
function loads(path: string): boolean {
  return (
    programOutput('env', [`LD_PRELOAD=${path}`, 'UNFLAKE_CLOCK_SHIFT_MS=-315360000000', 'date', '+%Y'])?.startsWith(
      '20',
    ) === true
  );
}
