/** `unflake mcp` with real clients: the official client, and lines that no client would send. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../src/contract/envelope.ts';
import { BIN } from '../program.ts';
import { type McpProcess, type Place, place, startMcp } from './mcp-server.ts';

const SNAPSHOT = fileURLToPath(new URL('../../../../docs/contracts/mcp-tools.schema.json', import.meta.url));
const SUBJECT = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'cart.test.js': "import test from 'node:test';\ntest('totals the basket', () => {});\n",
  // A project may print to stdout; that must not reach the protocol.
  'unflake.config.js': "console.log('loaded');\nexport default { jobs: 2, env: { TOKEN: 'secret' } };\n",
};

describe.each([
  { mode: 'legacy', version: '2025-11-25' },
  { mode: 'auto', version: '2026-07-28' },
] as const)('the official client, which speaks $version', ({ mode, version }) => {
  let here: Place;
  let client: Client;
  beforeAll(async () => {
    here = place(SUBJECT);
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const args = [BIN, 'mcp', '--quiet'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: here.root, env: here.env }));
  });
  afterAll(async () => {
    await client.close();
    here.remove();
  });
  const call = async (name: string, given: object = {}) => {
    const answer = await client.callTool({ name, arguments: { ...given } });
    const envelope = answer.structuredContent as Envelope;
    expect(answer.content).toEqual([{ type: 'text', text: JSON.stringify(envelope) }]);
    expect(answer.isError ?? false).toBe(!envelope.ok);
    return envelope;
  };

  test('is connected in that revision, with our capabilities and schemas', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'unflake', version: '0.1.0' });
    expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual(['prompts', 'resources', 'tools']);
    expect((await client.listTools())._meta).toMatchObject({ schemaVersion: '1.0.0' });
  });

  test('gets exactly the tools of the snapshot', async () => {
    const { tools } = await client.listTools();
    expect(tools).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')).tools);
  });

  test('gets an envelope with these keys and no others, with or without an error', async () => {
    expect(Object.keys(await call('status'))).toEqual(['ok', 'result', '_meta']);
    expect(Object.keys(await call('status', { nothing: 1 }))).toEqual(['ok', 'error', '_meta']);
    expect(await call('list_tests')).toMatchObject({
      ok: true,
      result: { tests: ['cart.test.js > totals the basket'] },
    });
  });

  test.each([
    ['an unknown field', 'search', { query: 'x', sugar: 1 }, 'INVALID_INPUT'],
    ['a wrong value', 'search', { query: 7 }, 'INVALID_INPUT'],
    ['a field of the terminal', 'report', { format: 'html' }, 'INVALID_INPUT'],
    ['a command', 'list_tests', { rest: ['sh', '-c', 'true'] }, 'COMMAND_NOT_ALLOWED'],
    ['a folder that is not allowed', 'status', { root: '/' }, 'FORBIDDEN_ROOT'],
    ['a folder that is not there', 'status', { root: 'nowhere' }, 'ROOT_NOT_FOUND'],
    ['an index that is not there', 'search', { query: 'x', asIs: true, index: 'none.db' }, 'NO_INDEX'],
    ['a case that is not there', 'case', { case: 'c-none' }, 'UNKNOWN_CASE'],
  ])('gets the code of %s', async (_what, name, given, code) => {
    expect(await call(name, given)).toMatchObject({ ok: false, error: { code } });
  });

  test('gets a protocol error for an unknown tool, with our code in its data', async () => {
    await expect(client.callTool({ name: 'serch', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      data: { code: 'UNKNOWN_TOOL', envelope: { ok: false, error: { details: { near: ['search'] } } } },
    });
  });

  test('finds the prompt, and an error for a missing argument', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['diagnose_flaky_test']);
    const { messages } = await client.getPrompt({ name: 'diagnose_flaky_test', arguments: { test: 'totals' } });
    expect(messages[0]?.content).toMatchObject({ type: 'text', text: expect.stringContaining('"totals"') });
    await expect(client.getPrompt({ name: 'diagnose_flaky_test', arguments: {} })).rejects.toMatchObject({
      data: { code: 'INVALID_INPUT' },
    });
  });

  test('shows what the config file says, without the values of its variables', async () => {
    const envelope = await call('config_status');
    expect(envelope).toMatchObject({
      ok: true,
      result: { settings: { jobs: 2 }, environment: [{ name: 'TOKEN', does: 'set' }] },
    });
    expect(JSON.stringify(envelope)).not.toContain('secret');
  });
});

describe('raw lines', () => {
  let here: Place;
  let mcp: McpProcess;
  beforeAll(async () => {
    here = place(SUBJECT);
    mcp = await startMcp(here, '--quiet');
  });
  afterAll(async () => {
    expect(await mcp.end()).toBe(0);
    here.remove();
  });

  test('a thousand invalid ones do not stop the next valid one from being answered', async () => {
    const good = JSON.stringify({ jsonrpc: '2.0', id: 1_000, method: 'tools/list', params: {} });
    const broken = [
      () => '{',
      () => 'hello',
      () => '[]',
      () => 'null',
      () => '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
      () => '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
      (at: number) => good.slice(0, at % good.length),
      (at: number) => good.slice(at % good.length),
      (at: number) => good.replaceAll('"', String.fromCharCode(at % 128)).replaceAll('\n', ' '),
      () => '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}',
    ];
    for (let at = 0; at < 1_000; at += 1) mcp.write(broken[at % broken.length]!(at));
    expect((await mcp.ask('tools/call', { name: 'status', arguments: {} })).result?.isError).toBeUndefined();
    expect(mcp.child.exitCode).toBeNull();
  });

  test.each([
    ['an input', 'tools/call', (deep: string) => `{"name":"search","arguments":{"query":${deep}}}`],
    ['what is told about a call', 'tools/call', (deep: string) => `{"name":"status","_meta":{"deep":${deep}}}`],
    ['an argument of a prompt', 'prompts/get', (deep: string) => `{"name":"x","arguments":{"test":${deep}}}`],
  ])(
    '%s nested a hundred thousand levels deep is refused, and the next call is answered',
    async (_what, method, params) => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const id = `deep ${mcp.lines.length}`;
      mcp.write(`{"jsonrpc":"2.0","id":"${id}","method":"${method}","params":${params(deep)}}`);
      expect((await mcp.answerTo(id)).error).toMatchObject({ code: -32600, data: { code: 'INVALID_INPUT' } });
      expect((await mcp.ask('tools/call', { name: 'status', arguments: {} })).result?.isError).toBeUndefined();
    },
  );

  test('deep nesting in a message that needs no answer is dropped', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    mcp.write(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"deep":${deep}}}`);
    mcp.write(deep);
    expect((await mcp.ask('tools/call', { name: 'status', arguments: {} })).result?.isError).toBeUndefined();
  });

  test.each([
    ['an unknown method', 'tools/lift', {}, -32601, 'UNKNOWN_METHOD'],
    ['a call without a name', 'tools/call', {}, -32602, 'INVALID_INPUT'],
    ['a resource that is not there', 'resources/read', { uri: 'file:///etc/passwd' }, -32602, 'UNKNOWN_RESOURCE'],
  ])('%s is a protocol error with our code', async (_what, method, params, code, ours) => {
    expect((await mcp.ask(method, params)).error).toMatchObject({ code, data: { code: ours } });
  });

  test('only the protocol is on stdout, although the config file prints', async () => {
    const { result } = await mcp.ask('tools/call', { name: 'config_status', arguments: {} });
    expect(result?.structuredContent).toMatchObject({ ok: true });
    expect(mcp.lines.filter((line) => !line.startsWith('{"'))).toEqual([]);
    expect(mcp.stderr()).toContain('loaded');
  });
});
