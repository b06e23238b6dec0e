import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trialScript } from '../../../../src/engine/trial/trial-script.ts';
import { shell } from '../sample-trial.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'script-'));
});
afterEach(() => rmSync(place, { recursive: true }));

test('can be pasted into a shell after the trial’s folders and files are removed', () => {
  const folder = join(place, 'trial 7');
  const selection = `{"tests":["it's 100 % \\"quoted\\""]}\n`;
  const command = shell(`cat "${folder}/in/selection.json"; cd "$HOME" && cd "$TMPDIR" && pwd`, {
    env: { HOME: `${folder}/home`, TMPDIR: `${folder}/tmp` },
    files: { 'in/selection.json': selection },
  });
  const printed = execFileSync('/bin/sh', ['-c', trialScript(command)], { encoding: 'utf8' });
  expect(printed).toBe(`${selection}${folder}/tmp\n`);
});

test('is the plain line when there is nothing to prepare', () => {
  expect(trialScript(shell('true'))).toBe('cd / && sh -c true');
});

test('finds the trial’s folder also when a condition has moved its home and its temporary files', () => {
  const files = { 'selection.json': '{}' };
  const lines = [
    { HOME: '/run/trial-3/home/a/b', TMPDIR: '/run/shared-tmp' },
    { HOME: '/run/trial-3/home/absent', TMPDIR: '/run/trial-3/tmp' },
  ].map((env) => trialScript(shell('true', { env, files })));
  for (const line of lines) expect(line).toContain("printf %s '{}' > /run/trial-3/selection.json");
  expect(lines[1]).toMatch(/^mkdir -p \/run\/trial-3\/tmp \/run\/trial-3 &&/);
});
