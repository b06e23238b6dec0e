import { expect, test } from 'vitest';
import { callTool } from '../../../../src/tools/lib/envelope.ts';
import { sampleContext, sampleTool } from '../sample-tool.ts';

const META = {
  schemaVersion: '1.0.0',
  toolingVersion: '0.1.0',
  ts: '2026-01-02T03:04:05.000Z',
  requestId: 'r-0100000',
  durationMs: 0,
};

async function messageFor(input: unknown): Promise<string> {
  const envelope = await callTool(sampleTool, input, sampleContext());
  return envelope.ok ? 'ok' : `${envelope.error.code}: ${envelope.error.message}`;
}

test('a good call answers with the result and fills in defaults', async () => {
  const envelope = await callTool(sampleTool, { leaf: 'assam' }, sampleContext());
  expect(envelope).toEqual({
    ok: true,
    result: { input: { leaf: 'assam', minutes: 3, add: [], warmPot: false, rest: [] }, interrupted: false },
    _meta: META,
  });
});

test('the time a tool takes is in the envelope', async () => {
  const context = sampleContext();
  const slow: typeof sampleTool = {
    ...sampleTool,
    async run(input) {
      context.clock.advance(120);
      return { input, interrupted: false };
    },
  };
  const { _meta } = await callTool(slow, { leaf: 'assam' }, context);
  expect(_meta.durationMs).toBe(120);
});

test('a fault becomes an envelope with its code, message and details', async () => {
  expect(await callTool(sampleTool, { leaf: 'dust' }, sampleContext())).toEqual({
    ok: false,
    error: { code: 'UNKNOWN_TEST', message: 'no leaf is named `dust`', details: { near: ['darjeeling'] } },
    _meta: META,
  });
});

test('a bug is thrown, not answered', async () => {
  await expect(callTool(sampleTool, { leaf: 'bug' }, sampleContext())).rejects.toThrow(TypeError);
});

test('bad input names the field, its value and what is expected', async () => {
  expect(await messageFor({})).toBe('INVALID_INPUT: `leaf` is missing; expected a string');
  expect(await messageFor({ leaf: '' })).toBe('INVALID_INPUT: `leaf` is ""; expected a non-empty string');
  expect(await messageFor({ leaf: 'a', minutes: 'x' })).toBe('INVALID_INPUT: `minutes` is "x"; expected a number');
  expect(await messageFor({ leaf: 'a', minutes: 11 })).toBe(
    'INVALID_INPUT: `minutes` is 11; expected a number of at most 10',
  );
  expect(await messageFor({ leaf: 'a', pot: 'glas' })).toBe(
    'INVALID_INPUT: `pot` is "glas"; expected one of clay, glass; did you mean `glass`?',
  );
  expect(await messageFor({ leaf: 'a', add: ['milk', 3] })).toBe('INVALID_INPUT: `add.1` is 3; expected a string');
  expect(await messageFor('tea')).toBe('INVALID_INPUT: the input is "tea"; expected an object');
});

test('an unknown field is refused, and all problems are reported at once', async () => {
  const envelope = await callTool(sampleTool, { leaf: 'a', sugar: 2, minutes: 0 }, sampleContext());
  expect(envelope).toMatchObject({
    ok: false,
    error: {
      message: '`minutes` is 0; expected a number of at least 1; `sugar` is not a field here',
      details: {
        problems: [
          { field: 'minutes', value: '0', expected: 'a number of at least 1' },
          { field: 'sugar', value: '2', expected: 'no such field' },
        ],
      },
    },
  });
});

test('a long value is shortened', async () => {
  expect(await messageFor({ leaf: 'a', minutes: 'x'.repeat(500) })).toHaveLength(128);
});
