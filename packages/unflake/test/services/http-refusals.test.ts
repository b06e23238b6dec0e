/** The HTTP transport as a function: every error and refusal is an envelope. */
import { TestClock } from '@unflake/testkit/clock';
import { until } from '@unflake/testkit/until';
import { describe, expect, test } from 'vitest';
import { codeOf, doorsOfEachTest, envelopeOf, SOON } from './http-answers.ts';

const transport = doorsOfEachTest();

describe('what is refused', () => {
  test.each([
    ['a path that does not exist', 'GET', '/tool', 'UNKNOWN_ROUTE'],
    ['a tool that does not exist', 'POST', '/tools/serch', 'UNKNOWN_TOOL'],
    ['a path that cannot be decoded', 'GET', '/tools/%E0%A4%A', 'UNKNOWN_TOOL'],
    ['a deeper path', 'POST', '/tools/search/x', 'UNKNOWN_ROUTE'],
    ['another method', 'PUT', '/tools/search', 'METHOD_NOT_ALLOWED'],
    ['a POST to what only tells', 'POST', '/health', 'METHOD_NOT_ALLOWED'],
    ['a GET that would start a call', 'GET', '/tools/work/stream', 'INVALID_INPUT'],
    ['OPTIONS of no page that may call', 'OPTIONS', '/tools/search', 'METHOD_NOT_ALLOWED'],
  ])('%s', async (_what, method, path, code) => {
    expect(await codeOf(await transport().ask(path, { method }))).toBe(code);
  });

  test('another method is answered with the allowed ones', async () => {
    expect((await transport().ask('/tools/search', { method: 'PUT' })).headers.get('allow')).toBe('GET, POST');
  });

  test.each(['{', '{"query":', 'query=x', '\u0000', '{"query":"x"}}'])('a body that is not JSON: %j', async (body) => {
    const response = await transport().ask('/search', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect((await envelopeOf(response)).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'the body is not JSON',
    });
  });

  test.each(['[]', '7', 'null', '"x"', '{"query":{"a":1}}'])('a body that is JSON and no input: %s', async (body) => {
    const response = await transport().ask('/search', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await codeOf(response)).toBe('INVALID_INPUT');
  });

  test.each([
    ['an input', '/search', '{"query":', '}'],
    ['the body as a whole', '/search', '', ''],
    ['objects', '/search', '{"query":'.repeat(20_000), '}'.repeat(20_000)],
  ])('%s nested so deep that walking it would exhaust the stack', async (_what, path, before, after) => {
    const body = `${before}${'['.repeat(100_000)}${']'.repeat(100_000)}${after}`;
    const response = await transport().ask(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect((await envelopeOf(response)).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'the body is nested deeper than 32 levels',
    });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('a body declared as %s', async (type) => {
    const response = await transport().ask('/search', {
      method: 'POST',
      body: '{"query":"x"}',
      headers: { 'content-type': type },
    });
    expect(await codeOf(response)).toBe('NOT_JSON');
  });

  test.each([{}, { 'content-length': '2000000' }])('a body that is too large, with headers %j', async (headers) => {
    const body = JSON.stringify({ query: 'x'.repeat(1024 * 1024) });
    const response = await transport().ask('/search', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.headers.get('connection')).toBe('close');
    expect((await envelopeOf(response)).error).toMatchObject({ code: 'BODY_TOO_LARGE', details: { max: 1024 * 1024 } });
  });

  test('a body that does not arrive', async () => {
    const clock = new TestClock(0);
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    const answer = transport({ clock }).ask('/search', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit);
    await until(() => clock.pending > 0, SOON);
    clock.advance(10_000);
    expect((await envelopeOf(await answer)).error).toMatchObject({
      code: 'BODY_TOO_SLOW',
      details: { timeoutMs: 10_000 },
    });
  });

  test('a request for another host, or from a page of another site, before anything is done', async () => {
    const { ask, calls } = transport();
    expect(await codeOf(await ask('/health', { headers: { host: 'rebound.example' } }))).toBe('FORBIDDEN_ORIGIN');
    expect(await codeOf(await ask('/tools/work', { method: 'POST', headers: { origin: 'http://evil.example' } }))).toBe(
      'FORBIDDEN_ORIGIN',
    );
    expect(await codeOf(await ask('/nothing', { headers: { host: 'rebound.example' } }))).toBe('FORBIDDEN_ORIGIN');
    expect(calls.size).toBe(0);
  });

  test('everybody without the token, at every path', async () => {
    const token = 'a-token-of-some-length';
    const { ask, log } = transport({ token });
    for (const path of ['/health', '/tools', '/openapi.json', '/search?query=x', '/nothing']) {
      const response = await ask(path);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await codeOf(response)).toBe('UNAUTHORIZED');
    }
    expect(await codeOf(await ask('/health', { headers: { authorization: 'Bearer not-this-one' } }))).toBe(
      'UNAUTHORIZED',
    );
    expect((await ask('/health?secret=in-the-query', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      200,
    );
    expect(log).toHaveLength(7);
    expect(log.join('\n')).not.toMatch(/a-token|not-this-one|in-the-query/);
  });
});

test('an allowed page may send a preflight, call, and read the response; others may not', async () => {
  const { ask, post } = transport();
  const origin = 'http://localhost:6274';
  const asked = await ask('/tools/search', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  expect((await post('/search', { query: 'x' }, { origin })).headers.get('access-control-allow-origin')).toBe(origin);
  expect((await post('/search', { query: 'x' })).headers.get('access-control-allow-origin')).toBeNull();
});

test('what is mounted at /mcp gets whole requests within the limits, from those who may call', async () => {
  const heard: string[] = [];
  const mcp = () => ({
    fetch: async (request: Request) => {
      heard.push(`${request.method} ${request.headers.get('mcp-protocol-version')} ${await request.text()}`);
      return new Response('heard');
    },
    close: async () => {},
  });
  const { ask, post } = transport({ mcp });
  expect(await (await post('/mcp', { jsonrpc: '2.0' }, { 'mcp-protocol-version': '2025-11-25' })).text()).toBe('heard');
  expect(await codeOf(await post('/mcp', { much: 'x'.repeat(1024 * 1024) }))).toBe('BODY_TOO_LARGE');
  const deep = {
    method: 'POST',
    body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    headers: { 'content-type': 'application/json' },
  };
  expect(await codeOf(await ask('/mcp', deep))).toBe('INVALID_INPUT');
  expect(await codeOf(await post('/mcp', {}, { host: 'rebound.example' }))).toBe('FORBIDDEN_ORIGIN');
  expect(await (await ask('/mcp')).text()).toBe('heard');
  expect(heard).toEqual(['POST 2025-11-25 {"jsonrpc":"2.0"}', 'GET null ']);
});

test('a line of the log cannot be forged by a path', async () => {
  const { ask, log } = transport();
  await ask('/x%0aforged');
  expect(log).toHaveLength(1);
  expect(log[0]).not.toContain('\n');
});
