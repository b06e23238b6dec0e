/** Finds BATS for our own tests, or installs it through the system's package manager, once per machine. */
import { systemTool } from './system-tool.mjs';

export const BATS = { names: ['bats'], check: ['--version'], packages: ['bats'] };

/**
 * The `bats` on this machine.
 * @returns {Promise<string>}
 */
export function batsProgram() {
  return systemTool(BATS);
}
