/** Finds Go for our own tests, or installs it through the system's package manager, once per machine. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemTool } from './system-tool.mjs';

export const GO = { names: ['go', '/usr/local/go/bin/go'], check: ['version'], packages: ['golang-go'] };

/**
 * The `go` on this machine.
 * @returns {Promise<string>}
 */
export async function goProgram() {
  const go = await systemTool(GO);
  // If it exists, every trial uses it; otherwise each project would compile the standard library for itself.
  const { stdout } = await promisify(execFile)(go, ['env', 'GOCACHE']);
  await mkdir(stdout.trim(), { recursive: true });
  return go;
}
