/** The program as people start it, from the build. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BUILT_BIN } from '../program.ts';

const place = mkdtempSync(join(tmpdir(), 'unflake-bin-'));
afterAll(() => rmSync(place, { recursive: true }));

function start(args: readonly string[], bin = BUILT_BIN) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', cwd: place });
  return { status, stdout, stderr };
}

test('--version and --help answer on stdout', () => {
  expect(start(['--version'])).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
  const help = start(['--help']);
  expect(help.status).toBe(0);
  expect(help.stdout).toContain('unflake <command> --help');
});

test('an unknown command exits 2, and with --json the whole of stdout is one envelope', () => {
  expect(start(['diagnos'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('did you mean `diagnose`?'),
  });
  const { status, stdout, stderr } = start(['diagnos', '--json']);
  expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
  expect(Object.keys(JSON.parse(stdout))).toEqual(['ok', 'error', '_meta']);
});

test('a reader that disconnects is not an error', () => {
  const line = `'${process.execPath}' '${BUILT_BIN}' --help | head -c 1`;
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'F', stderr: '' });
});

test('a bug shows its stack and exits with a code that no command returns', () => {
  const broken = join(place, 'broken');
  mkdirSync(join(broken, 'dist', 'cli'), { recursive: true });
  mkdirSync(join(broken, 'bin'));
  cpSync(BUILT_BIN, join(broken, 'bin', 'unflake.js'));
  writeFileSync(join(broken, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(broken, 'dist', 'cli', 'main.js'),
    "export async function main() { throw new TypeError('broken inside'); }",
  );
  const { status, stdout, stderr } = start([], join(broken, 'bin', 'unflake.js'));
  expect({ status, stdout }).toEqual({ status: 70, stdout: '' });
  expect(stderr).toMatch(/^this is a bug in unflake:\nTypeError: broken inside\n {4}at main/);
});
