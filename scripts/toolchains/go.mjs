/** Finds Go for our own tests, or installs it through the system's package manager, once per machine. */
import { systemTool } from './system-tool.mjs';

/**
 * The `go` on this machine.
 * @returns {Promise<string>}
 */
export function goProgram() {
  return systemTool({ names: ['go', '/usr/local/go/bin/go'], check: ['version'], packages: ['golang-go'] });
}
