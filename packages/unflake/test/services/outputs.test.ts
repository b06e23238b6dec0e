/** What the tools of a case answer is what their schemas say: a short diagnosis of the bundled suite, and everything that reads it. */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@unflake/testkit/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTool } from '../../src/tools/lib/envelope.ts';
import { TOOLS } from '../../src/tools/registry.ts';

const DEMO = fileURLToPath(new URL('../../demo', import.meta.url));

let place: string;
beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-outputs-')));
  cpSync(DEMO, join(place, 'subject'), { recursive: true });
  await expectOutput('diagnose', { test: 'totals the basket', trials: 12, seed: 1 });
});
afterAll(() => rmSync(place, { recursive: true }));

async function expectOutput(name: string, input: object): Promise<void> {
  const tool = await TOOLS.find((entry) => entry.name === name)!.load();
  const envelope = await callTool(tool, input, {
    emit: () => undefined,
    signal: new AbortController().signal,
    clock: systemClock,
    env: { ...process.env, XDG_STATE_HOME: join(place, 'state') },
    cwd: join(place, 'subject'),
    entropy: () => 7,
  });
  if (!envelope.ok) throw new Error(`${name}: ${envelope.error.message}`);
  expect(tool.output.safeParse(envelope.result).error?.issues ?? [], name).toEqual([]);
}

test.each([
  ['cases', {}],
  ['case', { trial: 't-1' }],
  ['report', {}],
  ['replay', { trial: 't-1' }],
  ['verify', {}],
  ['hunt', { rounds: 3, seed: 1 }],
  ['certify', { tests: ['totals the basket'], rate: 0.3, seed: 1 }],
  ['list_tests', {}],
  ['status', {}],
  ['scan', { reach: true, report: true }],
])('%s answers what its schema says', (name, input) => expectOutput(name, input));
