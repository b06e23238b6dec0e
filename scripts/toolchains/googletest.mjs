/** Finds a C++ compiler with GoogleTest for our own tests, or installs both through the system's package manager, once per machine. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { systemTool } from './system-tool.mjs';

const run = promisify(execFile);

export const GOOGLETEST = {
  names: ['g++'],
  check: ['-fsyntax-only', '-x', 'c++', '-include', 'gtest/gtest.h', '/dev/null'],
  packages: ['g++', 'libgtest-dev'],
};

/**
 * Builds a test program from one source file, with GoogleTest's own `main`.
 * @param {string} source
 * @param {string} program
 */
export async function buildGoogletest(source, program) {
  const compiler = await systemTool(GOOGLETEST);
  mkdirSync(dirname(program), { recursive: true });
  await run(compiler, ['-std=c++17', '-O0', '-o', program, source, '-lgtest', '-lgtest_main', '-pthread']);
}
