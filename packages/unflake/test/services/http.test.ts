/** The HTTP door as a function: what each route answers, and that whatever goes wrong is answered with an envelope. */
import { TestClock } from '@unflake/testkit/clock';
import { until } from '@unflake/testkit/until';
import { afterEach, describe, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { type DoorOptions, type OpenDoor, openDoor } from './http-door.ts';

const SOON = { within: 20_000 };
const opened: OpenDoor[] = [];
afterEach(async () => {
  for (const { http, calls } of opened.splice(0)) {
    await http.close();
    await calls.close();
  }
});
function door(options?: DoorOptions): OpenDoor {
  const made = openDoor(options);
  opened.push(made);
  return made;
}

/** Checks that it is an envelope with the status that its fault has. */
async function envelopeOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const envelope = (await response.json()) as {
    ok: boolean;
    result?: unknown;
    error?: { code: keyof typeof FAULTS; message: string; details: never };
  };
  expect(Object.keys(envelope)).toEqual(envelope.ok ? ['ok', 'result', '_meta'] : ['ok', 'error', '_meta']);
  expect(response.status).toBe(envelope.ok ? 200 : FAULTS[envelope.error!.code].http);
  return envelope;
}
const codeOf = async (response: Response) => (await envelopeOf(response)).error?.code;

const eventsOf = (text: string) =>
  [...text.matchAll(/event: (\w+)\nid: (\S+)\ndata: (.*)\n\n/g)].map(([, event, id, data]) => ({
    event,
    id: id!,
    data: JSON.parse(data!),
  }));

describe('what there is', () => {
  test('/health says that it lives, and how many calls run', async () => {
    const { result } = await envelopeOf(await door({ clock: new TestClock(5_000) }).ask('/health'));
    expect(result).toEqual({ status: 'ok', version: '0.1.0', calls: { size: 0, max: 4 }, uptimeMs: 0 });
  });

  test('/tools lists the tools, and /tools/:name tells what one takes and answers', async () => {
    const { ask } = door();
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
    const response = await door().ask('/openapi.json');
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
    expect((await envelopeOf(await door().post(path, { query: 'x', most: 2 }))).result).toEqual({
      query: 'x',
      most: 2,
    });
  });

  test('by GET takes numbers, lists and truths from the query', async () => {
    const { result } = await envelopeOf(await door().ask('/search?query=7&most=2&in=tests&in=text&exact=true'));
    expect(result).toEqual({ query: '7', most: 2, in: ['tests', 'text'], exact: true });
  });

  test.each([
    ['/search?query=x&most=many', '`most` is "many"; expected a number'],
    ['/search?query=x&query=y', '`query` is ["x","y"]; expected a text'],
    ['/search?query=x&mots=2', '`mots` is not a field here'],
    ['/search?query=x&__proto__=1', '`__proto__` is not a field here'],
    ['/search', '`query` is missing; expected a text'],
  ])('%s is invalid, and the message says why', async (path, message) => {
    expect((await envelopeOf(await door().ask(path))).error).toMatchObject({ code: 'INVALID_INPUT', message });
  });

  test('that needs nothing can be made with nothing', async () => {
    expect((await envelopeOf(await door().ask('/tools/status', { method: 'POST' }))).result).toEqual({
      status: 'fine',
    });
  });

  test('beyond the limit is refused at once, and the others go on', async () => {
    const { post, calls } = door({ max: 1 });
    const first = post('/tools/work', {}, { 'unflake-timeout-ms': '60000' });
    await until(() => calls.size === 1, SOON);
    expect((await envelopeOf(await post('/search', { query: 'x' }))).error).toMatchObject({
      code: 'QUEUE_OVERLOADED',
      details: { max: 1, size: 1 },
    });
    await calls.close();
    expect(await codeOf(await first)).toBe('CANCELLED');
  });

  test('that takes longer than it asked for is ended', async () => {
    expect(
      (await envelopeOf(await door().post('/tools/work', {}, { 'unflake-timeout-ms': '20' }))).error,
    ).toMatchObject({
      code: 'TOOL_TIMEOUT',
      details: { timeoutMs: 20 },
    });
  });

  test.each(['0', '-1', 'soon', '1e3', '99999999999'])('cannot ask for %s ms', async (given) => {
    expect(await codeOf(await door().post('/search', { query: 'x' }, { 'unflake-timeout-ms': given }))).toBe(
      'INVALID_INPUT',
    );
  });

  test('is taken back when its client hangs up', async () => {
    const { ask, calls } = door();
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

  test('that meets a bug shows nothing of it to the client and all of it to the log', async () => {
    const { post, log } = door();
    const response = await post('/tools/bug', {});
    expect(await response.clone().text()).not.toMatch(/inside of a bug|\.ts/);
    expect(await codeOf(response)).toBe('INTERNAL');
    expect(log.join('\n')).toMatch(/TypeError: the inside of a bug\n +at /);
  });
});

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
    expect(await codeOf(await door().ask(path, { method }))).toBe(code);
  });

  test('another method is told which there are', async () => {
    expect((await door().ask('/tools/search', { method: 'PUT' })).headers.get('allow')).toBe('GET, POST');
  });

  test.each(['{', '{"query":', 'query=x', '\u0000', '{"query":"x"}}'])('a body that is not JSON: %j', async (body) => {
    const response = await door().ask('/search', {
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
    const response = await door().ask('/search', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await codeOf(response)).toBe('INVALID_INPUT');
  });

  test('a body nested so deep that walking it would exhaust the stack', async () => {
    const body = `{"query":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const response = await door().ask('/search', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await codeOf(response)).toBe('INVALID_INPUT');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('a body declared as %s', async (type) => {
    const response = await door().ask('/search', {
      method: 'POST',
      body: '{"query":"x"}',
      headers: { 'content-type': type },
    });
    expect(await codeOf(response)).toBe('NOT_JSON');
  });

  test.each([{}, { 'content-length': '2000000' }])('a body that is too large, with headers %j', async (headers) => {
    const body = JSON.stringify({ query: 'x'.repeat(1024 * 1024) });
    const response = await door().ask('/search', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.headers.get('connection')).toBe('close');
    expect((await envelopeOf(response)).error).toMatchObject({ code: 'BODY_TOO_LARGE', details: { max: 1024 * 1024 } });
  });

  test('a body that does not come', async () => {
    const clock = new TestClock(0);
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    const answer = door({ clock }).ask('/search', {
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
    const { ask, calls } = door();
    expect(await codeOf(await ask('/health', { headers: { host: 'rebound.example' } }))).toBe('FORBIDDEN_ORIGIN');
    expect(await codeOf(await ask('/tools/work', { method: 'POST', headers: { origin: 'http://evil.example' } }))).toBe(
      'FORBIDDEN_ORIGIN',
    );
    expect(await codeOf(await ask('/nothing', { headers: { host: 'rebound.example' } }))).toBe('FORBIDDEN_ORIGIN');
    expect(calls.size).toBe(0);
  });

  test('everybody without the token, at every path', async () => {
    const token = 'a-token-of-some-length';
    const { ask, log } = door({ token });
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

test('a page that was allowed may ask first, call, and read the answer; others may not', async () => {
  const { ask, post } = door();
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
  const { ask, post } = door({ mcp });
  expect(await (await post('/mcp', { jsonrpc: '2.0' }, { 'mcp-protocol-version': '2025-11-25' })).text()).toBe('heard');
  expect(await codeOf(await post('/mcp', { much: 'x'.repeat(1024 * 1024) }))).toBe('BODY_TOO_LARGE');
  expect(await codeOf(await post('/mcp', {}, { host: 'rebound.example' }))).toBe('FORBIDDEN_ORIGIN');
  expect(await (await ask('/mcp')).text()).toBe('heard');
  expect(heard).toEqual(['POST 2025-11-25 {"jsonrpc":"2.0"}', 'GET null ']);
});

test('a line of the log cannot be forged by a path', async () => {
  const { ask, log } = door();
  await ask('/x%0aforged');
  expect(log).toHaveLength(1);
  expect(log[0]).not.toContain('\n');
});

describe('events', () => {
  test('a stream tells start, result and done, and coming back after the end gets 204', async () => {
    const { ask } = door();
    const response = await ask('/search/stream?query=x');
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = eventsOf(await response.text());
    expect(events.map(({ event }) => event)).toEqual(['start', 'result', 'done']);
    expect(events[1]!.data).toMatchObject({ ok: true, result: { query: 'x', most: 3 } });
    const again = await ask('/search/stream?query=x', { headers: { 'last-event-id': events[2]!.id } });
    expect(again.status).toBe(204);
    const rest = eventsOf(
      await (await ask('/search/stream?query=x', { headers: { 'last-event-id': events[0]!.id } })).text(),
    );
    expect(rest).toEqual(events.slice(1));
  });

  test('/status/stream is a stream too', async () => {
    const events = eventsOf(await (await door().ask('/status/stream')).text());
    expect(events.map(({ event, data }) => [event, data.ok])).toEqual([
      ['start', true],
      ['result', true],
      ['done', true],
    ]);
  });

  test.each([
    ['an invalid input', '/tools/search/stream', { mots: 1 }, 'INVALID_INPUT'],
    ['an unknown tool', '/tools/serch/stream', {}, 'UNKNOWN_TOOL'],
    ['a bug', '/tools/bug/stream', {}, 'INTERNAL'],
  ])('%s is told as an error', async (_what, path, body, code) => {
    const events = eventsOf(await (await door().post(path, body)).text());
    expect(events.map(({ event }) => event)).toEqual(['start', 'error', 'done']);
    expect(events[1]!.data.error.code).toBe(code);
  });

  test('a call that is followed can be joined, is cancelled by DELETE, and tells so to all', async () => {
    const { ask, post } = door();
    const first = await post('/tools/work/stream', { steps: 2 });
    const reader = first.body!.getReader();
    const { id } = eventsOf(new TextDecoder().decode((await reader.read()).value))[0]!;
    const call = id.split('.')[0];
    const second = await ask(`/tools/work/stream?call=${call}`);
    expect((await envelopeOf(await ask(`/tools/work/stream?call=${call}`, { method: 'DELETE' }))).result).toEqual({
      call,
      tool: 'work',
    });
    const events = eventsOf(await second.text());
    expect(events.map(({ event }) => event)).toEqual(['start', 'progress', 'progress', 'progress', 'error', 'done']);
    expect(events.at(-2)!.data.error).toMatchObject({ code: 'CANCELLED', details: { caseId: 'c-held' } });
    await reader.cancel();
  });

  test.each(['k-nobody.3', 'nonsense', '../../etc'])(
    'coming back with %s, which is unknown, starts nothing',
    async (id) => {
      const { ask, post, calls } = door();
      expect(await codeOf(await ask('/search/stream?query=x', { headers: { 'last-event-id': id } }))).toBe(
        'UNKNOWN_CALL',
      );
      expect(await codeOf(await post('/tools/work/stream', {}, { 'last-event-id': id }))).toBe('UNKNOWN_CALL');
      expect(calls.size).toBe(0);
    },
  );

  test('a case that runs is watched, whoever runs it, and goes on when nobody watches any more', async () => {
    const { ask, post, calls } = door();
    const client = post('/tools/work', { steps: 1 });
    await until(() => calls.size === 1, SOON);
    const watcher = await ask('/cases/c-held/events');
    const reader = watcher.body!.getReader();
    const seen = eventsOf(new TextDecoder().decode((await reader.read()).value));
    expect(seen.map(({ event, data }) => data.result.type ?? event)).toEqual(['start', 'case-opened', 'said']);
    await reader.cancel();
    expect(calls.size).toBe(1);
    const back = ask('/cases/c-held/events', { headers: { 'last-event-id': seen[1]!.id } });
    await calls.close();
    expect(eventsOf(await (await back).text()).map(({ event }) => event)).toEqual(['progress', 'error', 'done']);
    expect(await codeOf(await client)).toBe('CANCELLED');
  });

  test('a case that does not run is told from the record', async () => {
    const { ask } = door();
    const events = eventsOf(await (await ask('/cases/c-old/events')).text());
    expect(events.map(({ event }) => event)).toEqual(['start', 'result', 'done']);
    expect(events[1]!.data.result).toEqual({ recorded: 'c-old' });
    expect((await ask('/cases/c-old/events', { headers: { 'last-event-id': events[2]!.id } })).status).toBe(204);
  });
});
