/** MCP over HTTP, as `unflake serve` offers it: both generations of the official client, with a call that is cancelled. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BIN } from '../program.ts';
import { ENDLESS, type Place, place } from './mcp-server.ts';

const PATIENCE = { within: 120_000 };

let here: Place;
let server: ChildProcess;
let url: string;
beforeEach(async () => {
  here = place(ENDLESS);
  const args = [BIN, 'serve', '--port', '0', '--json', '--quiet'];
  server = spawn(process.execPath, args, { cwd: here.root, env: here.env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(server.stdout!, 'data');
  url = `${JSON.parse(String(line)).result.url}/mcp`;
});
afterEach(async () => {
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
  expect(here.descendants(0)).toEqual([]);
  here.remove();
});

test.each([
  { mode: 'legacy', version: '2025-11-25' },
  { mode: 'auto', version: '2026-07-28' },
] as const)('in $version a call that is taken back ends with its processes, and the next is answered', async (era) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era.mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect(client.getNegotiatedProtocolVersion()).toBe(era.version);
  const caller = new AbortController();
  const told: unknown[] = [];
  const call = client.callTool(
    { name: 'diagnose', arguments: { test: 'waits', timeout: 600 } },
    { signal: caller.signal, timeout: 600_000, onprogress: (progress) => told.push(progress) },
  );
  const refused = expect(call).rejects.toThrow('aborted');
  const busy = () => here.descendants(server.pid!).length > 0;
  await until(() => told.length >= 2 && busy(), { ...PATIENCE, what: 'a running trial' });
  caller.abort();
  await refused;
  await until(() => !busy(), { ...PATIENCE, what: 'the end of the trial' });
  const answer = await client.callTool({ name: 'case', arguments: {} });
  expect(answer.structuredContent).toMatchObject({ ok: true, result: { runner: 'node-test' } });
  await client.close();
});

test('an unknown session is answered as the protocol requires, and a request without one is served on its own', async () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params: {} });
  const lost = await fetch(url, { method: 'POST', body, headers: { ...headers, 'mcp-session-id': 'nobody' } });
  expect(lost.status).toBe(404);
  expect(await lost.json()).toMatchObject({ error: { data: { code: 'UNKNOWN_SESSION' } } });
  const served = await fetch(url, { method: 'POST', body, headers });
  expect(served.status).toBe(200);
  expect(await served.text()).toContain('diagnose_flaky_test');
});
