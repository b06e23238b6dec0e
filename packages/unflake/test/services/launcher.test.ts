import { afterAll } from 'vitest';
import { cold } from '../../src/engine/launchers/cold.ts';
import { openCompiled } from '../../src/engine/launchers/compiled.ts';
import type { Launcher } from '../../src/engine/launchers/launcher.ts';
import { launcherContract } from '../contract/launcher.ts';

const compiled = openCompiled();
afterAll(compiled.close);

/** Programs that are built have a whole path; only those are left to the starter. */
const PATHS: Readonly<Record<string, string>> = { sh: '/bin/sh', node: process.execPath };
const byPath: Launcher['launch'] = (command, options) => {
  const [program, ...args] = command.argv;
  return compiled.launch({ ...command, argv: [PATHS[program] ?? program, ...args] }, options);
};

launcherContract(cold);
launcherContract(compiled);
launcherContract({ ...compiled, name: 'compiled (by the starter)', launch: byPath });
