/** Finds cargo for our own tests, or installs it through the system's package manager, once per machine. */
import { systemTool } from './system-tool.mjs';

export const CARGO = { names: ['cargo'], check: ['--version'], packages: ['cargo', 'rustc'] };

/**
 * The `cargo` on this machine.
 * @returns {Promise<string>}
 */
export function cargoProgram() {
  return systemTool(CARGO);
}
