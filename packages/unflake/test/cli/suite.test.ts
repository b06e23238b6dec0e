/** What `npm test` says before its lanes begin. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/test.mjs', import.meta.url));

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'unflake-bare-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** On a machine whose search path has no program at all, its package manager included. */
function onBareMachine(...args: readonly string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...args], { env: { PATH: home, TMPDIR: home }, encoding: 'utf8' });
}

test('what cannot be installed is reported at once, with the command, and nothing runs', () => {
  const { status, stdout } = onBareMachine('runners');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^missing programs: .*\bbats\b.*\bmaven\b/m);
  expect(stdout).toMatch(/^ {2}apt-get update && apt-get install --yes --no-install-recommends .*\bmaven\b/m);
  expect(stdout).not.toContain('— runners');
});

test('a word that is neither a lane nor a test file is refused with the list of lanes', () => {
  const { status, stderr } = onBareMachine('runner');
  expect(status).toBe(2);
  expect(stderr).toMatch(/no lane named runner; there are: .*runners/);
});
