/** Forty situations of the gate, with real reports and real commands: which pass, and what is said of those that do not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TestClock } from '@unflake/testkit/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { callTool } from '../../src/tools/lib/envelope.ts';
import type { QuarantineGateResult } from '../../src/tools/lib/quarantine/results.ts';
import { quarantineGateTool } from '../../src/tools/quarantine-gate.ts';
import { recordOf, resultOf, runOf } from '../contract/history.ts';
import { COMMAND_SITUATIONS } from './gate/command-situations.ts';
import { REPORT_SITUATIONS } from './gate/report-situations.ts';
import { entry, FLAKY, junit, PASSES, type Situation, TODAY } from './gate/situation.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'unflake-gate-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function project(at: number, { entries = [entry()], files = {}, config }: Situation): string {
  const root = join(place, `${at}`);
  mkdirSync(root);
  const list = typeof entries === 'string' ? entries : JSON.stringify({ entries });
  const own = {
    ...files,
    ...(list === '' ? {} : { 'unflake.quarantine.json': list }),
    ...(config === undefined ? {} : { 'unflake.config.json': JSON.stringify(config) }),
  };
  for (const [name, text] of Object.entries(own)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

async function fillHistory(path: string, { history = [], renamed }: Situation): Promise<void> {
  const store = openSqliteStore(path);
  if (history.length > 0)
    await store.history.record([
      recordOf(
        runOf(1),
        history.map((id) => resultOf(id)),
      ),
    ]);
  if (renamed !== undefined) {
    await store.history.record([recordOf(runOf(1), [resultOf(renamed.from)])]);
    await store.history.record([recordOf(runOf(2), [resultOf(renamed.to)])]);
    const [candidate] = await store.history.renameCandidates();
    await store.history.join(candidate!.to.key, candidate!.from.key);
  }
  await store.close();
}

async function answerOf(at: number, situation: Situation): Promise<string> {
  const root = project(at, situation);
  const store = join(root, 'state', 'store.db');
  mkdirSync(dirname(store));
  await fillHistory(store, situation);
  const { reports = ['r.xml'], script, given = {} } = situation;
  const input = {
    reports,
    store,
    ...given,
    ...(script === undefined ? {} : { rest: [process.execPath, '-e', script] }),
  };
  const envelope = await callTool(quarantineGateTool, input, {
    emit: () => {},
    signal: new AbortController().signal,
    clock: new TestClock(Date.parse(`${TODAY}T12:00:00Z`)),
    env: process.env,
    cwd: root,
    entropy: () => 1,
  });
  if (!envelope.ok) return envelope.error.code;
  const result = envelope.result as QuarantineGateResult;
  expect(quarantineGateTool.output.safeParse(result).error?.issues ?? []).toEqual([]);
  if (result.passes) return PASSES;
  expect(quarantineGateTool.exitCode(result)).toBe(1);
  return [...result.failures.map((failure) => `failed: ${failure.test}`), ...result.problems].join('\n');
}

const SITUATIONS = [...REPORT_SITUATIONS, ...COMMAND_SITUATIONS];

test.each(SITUATIONS.map(([what, situation, answer], at) => ({ what, situation, answer, at })))(
  '$what',
  async ({ situation, answer, at }) => {
    const said = await answerOf(at, situation);
    if (answer === PASSES) expect(said).toBe(PASSES);
    else expect(said).toContain(answer);
  },
);

test('what was excused is said with its end, its owner and its reason', async () => {
  const root = project(1_000, { files: { 'r.xml': junit('fP') } });
  const context = {
    emit: () => {},
    signal: new AbortController().signal,
    clock: new TestClock(Date.parse(`${TODAY}T12:00:00Z`)),
    env: {},
    cwd: root,
    entropy: () => 1,
  };
  const envelope = await callTool(
    quarantineGateTool,
    { reports: ['r.xml'], store: join(root, 's.db'), ingest: true },
    context,
  );
  // Without git and CI nobody says which commit the results are of.
  expect(envelope).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', message: expect.stringContaining('commit') },
  });
  const again = await callTool(quarantineGateTool, { reports: ['r.xml'], store: join(root, 's.db') }, context);
  expect(again).toMatchObject({
    ok: true,
    result: { excused: [{ test: FLAKY, entry: entry(), message: 'boom' }], notRun: [] },
  });
});
