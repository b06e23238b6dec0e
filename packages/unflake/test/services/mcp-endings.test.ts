/** How a call over MCP ends early: cancelled, timed out, refused, or with its client gone. No process is left. */
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ENDLESS, type McpProcess, type Place, place, startMcp } from './mcp-server.ts';

const PATIENCE = { within: 120_000 };
const TOKEN = { progressToken: 'p-1' };

let here: Place;
let mcp: McpProcess;
beforeEach(() => {
  here = place(ENDLESS);
});
afterEach(async () => {
  await mcp.end();
  expect(here.descendants(0)).toEqual([]);
  here.remove();
});

const diagnose = (meta: object = {}) =>
  mcp.send('tools/call', { name: 'diagnose', arguments: { test: 'waits', timeout: 600 }, _meta: meta });
const progress = () => mcp.messages().filter(({ method }) => method === 'notifications/progress');
/** The case is open, and a process of a trial is at work in the project. */
const trialRuns = () =>
  until(() => progress().length >= 2 && here.descendants(mcp.child.pid!).length > 0, {
    ...PATIENCE,
    what: 'a running trial',
  });
const caseState = async () => (await mcp.ask('tools/call', { name: 'case', arguments: {} })).result?.structuredContent;

test('a cancelled call ends at once with its processes, sends nothing more, and its case can be resumed', async () => {
  mcp = await startMcp(here);
  const id = diagnose(TOKEN);
  await trialRuns();
  mcp.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }));
  await until(() => expect(here.descendants(mcp.child.pid!)).toEqual([]), PATIENCE);
  // The server is at work as before, and the case is there. Its answer comes after everything that was sent before.
  expect(await caseState()).toMatchObject({ ok: true, result: { runner: 'node-test', tests: 1 } });
  const told = progress().length;
  const { caseId } = ((await caseState()) as { result: { caseId: string } }).result;
  expect(progress()).toHaveLength(told);
  expect(mcp.messages().filter((message) => message.id === id)).toEqual([]);
  const numbers = progress().map(({ params }) => params!.progress);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(numbers).size).toBe(numbers.length);
  const meta = { progressToken: 'p-2' };
  const resumed = mcp.send('tools/call', { name: 'diagnose', arguments: { resume: caseId }, _meta: meta });
  const opened = `case ${caseId}: `;
  await until(
    () =>
      progress()
        .slice(told)
        .some(({ params }) => params!.message.startsWith(opened)),
    PATIENCE,
  );
  mcp.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: resumed } }));
  await until(() => expect(here.descendants(mcp.child.pid!)).toEqual([]), PATIENCE);
});

test('a call that exceeds its time limit is ended with its processes, and says so', async () => {
  mcp = await startMcp(here);
  const id = diagnose({ 'unflake/timeoutMs': 15_000 });
  const { result } = await mcp.answerTo(id);
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { ok: false, error: { code: 'TOOL_TIMEOUT', details: { timeoutMs: 15_000 } } },
  });
  expect(here.descendants(mcp.child.pid!)).toEqual([]);
  // The caller sent no token.
  expect(progress()).toEqual([]);
});

test('one call too many is refused at once unless it is read-only, and the next is accepted when the first has ended', async () => {
  mcp = await startMcp(here, '--max-calls', '1');
  const id = diagnose(TOKEN);
  await trialRuns();
  const listed = async () =>
    (await mcp.ask('tools/call', { name: 'list_tests', arguments: {} })).result?.structuredContent;
  expect(await listed()).toMatchObject({
    ok: false,
    error: { code: 'QUEUE_OVERLOADED', details: { max: 1, size: 1 } },
  });
  const read = await mcp.ask('tools/call', { name: 'status', arguments: {} });
  expect(read.result?.structuredContent).toMatchObject({ ok: true });
  mcp.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }));
  await until(() => expect(here.descendants(mcp.child.pid!)).toEqual([]), PATIENCE);
  await until(async () => expect(await listed()).toMatchObject({ ok: true }), PATIENCE);
});

test('when the client closes its end, the server ends what runs and then exits', async () => {
  mcp = await startMcp(here);
  diagnose(TOKEN);
  await trialRuns();
  expect(await mcp.end()).toBe(0);
  expect(here.descendants(0)).toEqual([]);
});
