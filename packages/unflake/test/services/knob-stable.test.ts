/** A suite that depends on nothing stays green under every knob: what a knob breaks must be the subject's weakness, never ours. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Machine } from '../../src/contract/knob.ts';
import { allKnobs, machineHere } from '../../src/engine/machine.ts';
import { findProgram } from '../../src/engine/subject/find-program.ts';
import { listTests } from '../../src/engine/subject/list-tests.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrialUnder } from '../../src/engine/trial/run-trial-under.ts';
import type { TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { openWorkspace } from '../../src/engine/trial-workspace.ts';
import { nodeTest } from '../../src/runners/node-test.ts';
import { SETTINGS, trialOf } from '../unit/engine/sample-trial.ts';

const SUITE = `
const { test } = require('node:test');
const assert = require('node:assert');
for (const n of [1, 2, 3]) test('adds ' + n, () => assert.equal(n + n, 2 * n));
test('waits', () => new Promise((resolve) => setTimeout(resolve, 20)));
`;

let place: string;
let workspace: TrialWorkspace;
let subject: Subject;
let machine: Machine;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'stable-'));
  vi.stubEnv('XDG_CACHE_HOME', join(place, 'cache'));
  machine = machineHere('node-test');
  const root = join(place, 'project');
  mkdirSync(root);
  writeFileSync(join(root, 'sums.test.cjs'), SUITE);
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
  const probes = join(import.meta.dirname, '../../probes');
  const program = await findProgram(nodeTest, root, workspace);
  const bare = { root, folder: root, adapter: nodeTest, program, settings: SETTINGS, probes, suite: [] };
  subject = { ...bare, suite: (await listTests(bare, workspace)).tests };
});
afterAll(async () => {
  await workspace.close();
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true });
});

test.each(allKnobs())('every test passes under the hardest setting of $name, and under its control', async (knob) => {
  const unavailable = knob.unavailable(machine);
  if (unavailable !== null) return expect(unavailable.why).not.toBe('');
  const settings = [knob.provoke(machine).at(-1)!, knob.control].filter((given) => given !== null);
  for (const setting of settings) {
    const trial = trialOf({ tests: subject.suite, watch: 'all', conditions: { [knob.name]: setting } });
    const { observations, problems } = await runTrialUnder(
      trial,
      subject,
      workspace,
      machine,
      new AbortController().signal,
    );
    expect(observations.map(({ test: id, outcome }) => `${id} ${outcome}`)).toEqual(
      subject.suite.map((id) => `${id} passed`),
    );
    expect(problems).toEqual([]);
  }
});
