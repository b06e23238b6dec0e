/** The HTTP transport as a function: what each route answers. */
import { TestClock } from '@unflake/testkit/clock';
import { until } from '@unflake/testkit/until';
import { describe, expect, test } from 'vitest';
import { codeOf, doorsOfEachTest, envelopeOf, SOON } from './http-answers.ts';

const transport = doorsOfEachTest();

describe('descriptions', () => {
  test('/health says that the service is up, and how many calls run', async () => {
    const { result } = await envelopeOf(await transport({ clock: new TestClock(5_000) }).ask('/health'));
    expect(result).toEqual({
      status: 'ok',
      version: '0.1.0',
      calls: { size: 0, max: 4 },
      uptimeMs: 0,
      allow: [],
      dashboard: 'read-only',
    });
  });

  test('/tools lists the tools, and /tools/:name describes input and output of one', async () => {
    const { ask } = transport();
    const { result } = await envelopeOf(await ask('/tools'));
    expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual([
      'search',
      'status',
      'case',
      'bug',
      'work',
    ]);
    const described = (await envelopeOf(await ask('/tools/search'))).result;
    expect(described).toMatchObject({
      name: 'search',
      input: { type: 'object', required: ['query'], additionalProperties: false },
    });
    expect((await envelopeOf(await ask('/tools/serch'))).error).toMatchObject({
      code: 'UNKNOWN_TOOL',
      details: { near: ['search'] },
    });
  });

  test('/openapi.json is the description itself', async () => {
    const response = await transport().ask('/openapi.json');
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      paths: { '/tools/search': {}, '/search/stream': {}, '/cases/{id}/events': {} },
    });
  });
});

describe('a call', () => {
  test.each([
    ['by POST to its tool', '/tools/search'],
    ['by POST to its short name', '/search'],
  ])('%s answers what the tool answers', async (_how, path) => {
    expect((await envelopeOf(await transport().post(path, { query: 'x', most: 2 }))).result).toEqual({
      query: 'x',
      most: 2,
    });
  });

  test('by GET reads numbers, lists and booleans from the query', async () => {
    const { result } = await envelopeOf(await transport().ask('/search?query=7&most=2&in=tests&in=text&exact=true'));
    expect(result).toEqual({ query: '7', most: 2, in: ['tests', 'text'], exact: true });
  });

  test.each([
    ['/search?query=x&most=many', '`most` is "many"; expected a number'],
    ['/search?query=x&query=y', '`query` is ["x","y"]; expected a string'],
    ['/search?query=x&mots=2', '`mots` is not a field here'],
    ['/search?query=x&__proto__=1', '`__proto__` is not a field here'],
    ['/search', '`query` is missing; expected a string'],
  ])('%s is invalid, and the message says why', async (path, message) => {
    expect((await envelopeOf(await transport().ask(path))).error).toMatchObject({ code: 'INVALID_INPUT', message });
  });

  test('without required fields can be called with an empty body', async () => {
    expect((await envelopeOf(await transport().ask('/tools/status', { method: 'POST' }))).result).toEqual({
      status: 'fine',
    });
  });

  test('beyond the limit is refused at once, and the others continue', async () => {
    const { post, calls } = transport({ max: 1 });
    const first = post('/tools/work', {}, { 'unflake-timeout-ms': '60000' });
    await until(() => calls.size === 1, SOON);
    expect((await envelopeOf(await post('/search', { query: 'x' }))).error).toMatchObject({
      code: 'QUEUE_OVERLOADED',
      details: { max: 1, size: 1 },
    });
    await calls.close();
    expect(await codeOf(await first)).toBe('CANCELLED');
  });

  test('that exceeds its own time limit is cancelled', async () => {
    expect(
      (await envelopeOf(await transport().post('/tools/work', {}, { 'unflake-timeout-ms': '20' }))).error,
    ).toMatchObject({
      code: 'TOOL_TIMEOUT',
      details: { timeoutMs: 20 },
    });
  });

  test.each(['0', '-1', 'soon', '1e3', '99999999999'])('cannot ask for %s ms', async (given) => {
    expect(await codeOf(await transport().post('/search', { query: 'x' }, { 'unflake-timeout-ms': given }))).toBe(
      'INVALID_INPUT',
    );
  });

  test('is cancelled when its client disconnects', async () => {
    const { ask, calls } = transport();
    const client = new AbortController();
    const answer = ask('/tools/work', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
      signal: client.signal,
    });
    await until(() => calls.size === 1, SOON);
    client.abort();
    expect(await codeOf(await answer)).toBe('CANCELLED');
    expect(calls.size).toBe(0);
  });

  test('that meets a bug shows nothing of it to the client, and all of it in the log', async () => {
    const { post, log } = transport();
    const response = await post('/tools/bug', {});
    expect(await response.clone().text()).not.toMatch(/inside of a bug|\.ts/);
    expect(await codeOf(response)).toBe('INTERNAL');
    expect(log.join('\n')).toMatch(/TypeError: the inside of a bug\n +at /);
  });

  test('has the same id in the log as in its envelope, also when it is refused', async () => {
    const { post, log } = transport();
    for (const input of [{ query: 'x' }, { mots: 1 }]) {
      const { _meta } = (await (await post('/search', input)).json()) as { _meta: { requestId: string } };
      expect(log.at(-1)).toContain(` ${_meta.requestId} POST /search `);
    }
  });
});
