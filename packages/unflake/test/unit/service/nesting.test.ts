import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { refuseDeep } from '../../../src/service/mcp/depth.ts';
import { DEEPEST, isTooDeep } from '../../../src/service/nesting.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

test.each([
  ['a text', 'x', false],
  ['a long flat list', Array.from({ length: 100_000 }, () => ({ a: 1 })), false],
  ['as deep as may be', nested(DEEPEST), false],
  ['one level more', nested(DEEPEST + 1), true],
  ['one level more, beside what is flat', { flat: [], deep: { er: nested(DEEPEST - 1) } }, true],
  ['a hundred thousand levels', nested(100_000), true],
])('%s', (_what, value, deep) => {
  expect(isTooDeep(value)).toBe(deep);
});

test('over MCP a deep request is answered, a deep notification is dropped, and the rest passes', async () => {
  const [sent, taken, log]: [JSONRPCMessage[], JSONRPCMessage[], string[]] = [[], [], []];
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => void sent.push(message),
    close: async () => undefined,
  };
  refuseDeep(transport, (text) => log.push(text));
  expect(transport.onmessage).toBeUndefined();
  transport.onmessage = (message) => taken.push(message);
  const deep = { deep: nested(100_000) };
  transport.onmessage({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: deep });
  transport.onmessage({ jsonrpc: '2.0', method: 'notifications/progress', params: deep });
  transport.onmessage({ jsonrpc: '2.0', id: 8, method: 'tools/list', params: {} });
  expect(taken).toMatchObject([{ id: 8 }]);
  expect(sent).toMatchObject([{ id: 7, error: { code: -32600, data: { code: 'INVALID_INPUT' } } }]);
  expect(log).toHaveLength(2);
});
