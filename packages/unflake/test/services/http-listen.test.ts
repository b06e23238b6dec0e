/** The HTTP transport on real sockets: malformed HTTP, clients that disconnect, an `EventSource` that reconnects, and shutdown. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { systemClock } from '@unflake/testkit/clock';
import { until } from '@unflake/testkit/until';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpListener, listen } from '../../src/service/http/listen.ts';
import { STREAM_LIMITS } from '../../src/service/sse/limits.ts';
import { type OpenDoor, openDoor } from './http-transport.ts';

const SOON = { within: 120_000 };

let transport: OpenDoor;
let listening: HttpListener;
let port: number;
beforeEach(() => open({ bodyMs: 60_000 }));
afterEach(() => close());

async function open({ bodyMs, headMs = 60_000 }: { readonly bodyMs: number; readonly headMs?: number }): Promise<void> {
  transport = openDoor({ bodyLimits: { bytes: 1_000, ms: bodyMs }, streamLimits: { ...STREAM_LIMITS, graceMs: 400 } });
  listening = await listen({ host: '127.0.0.1', port: 0, http: transport.http, clock: systemClock, headMs });
  port = Number(new URL(listening.url).port);
}

const close = () => listening.close(Promise.all([transport.http.close(), transport.calls.close()]));
const post = (path: string, body: string, init: RequestInit = {}) =>
  fetch(`${listening.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' }, ...init });

/** Sends bytes as they are, and reads until the other side has closed. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    // A service that answers before it has read everything may reset the connection afterwards.
    socket.on('error', (error) => text === '' && reject(error)).on('close', () => resolve(text));
  });
}

function envelopeIn(answer: string) {
  const [head, body] = answer.split('\r\n\r\n');
  return { status: Number(head!.split(' ')[1]), ...(JSON.parse(body!) as { ok: boolean; error: { code: string } }) };
}

describe('malformed HTTP is answered with an envelope', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two lengths', 'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n{}',
    ],
    ['a host that is no host', 'GET /health HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
    ['a head that is too long', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
  ])('%s', async (_what, bytes) => {
    expect(envelopeIn(await raw(bytes))).toMatchObject({ status: 400, ok: false, error: { code: 'INVALID_INPUT' } });
  });

  test('and the service continues', async () => {
    await raw('\u0000\u0001\u0002\r\n\r\n');
    expect((await fetch(`${listening.url}/health`)).status).toBe(200);
  });
});

test('a body that arrives too slowly is answered, and its connection closed', async () => {
  await close();
  await open({ bodyMs: 200 });
  const head =
    'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"que';
  expect(envelopeIn(await raw(head))).toMatchObject({ status: 408, error: { code: 'BODY_TOO_SLOW' } });
});

test('a head that does not end is answered; a connection on which nothing was asked is closed without a word', async () => {
  await close();
  await open({ bodyMs: 60_000, headMs: 50 });
  expect(envelopeIn(await raw('GET /health HTTP/1.1\r\nhost:'))).toMatchObject({ status: 400, ok: false });
  expect(await raw('')).toBe('');
});

test('a body that is too large is answered, with or without a length', async () => {
  const body = JSON.stringify({ query: 'x'.repeat(2_000) });
  expect((await post('/search', body)).status).toBe(413);
  const pieces = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  });
  expect((await post('/search', '', { body: pieces, duplex: 'half' } as RequestInit)).status).toBe(413);
});

test('a client that disconnects cancels its call', async () => {
  const client = new AbortController();
  const answer = post('/tools/work', '{}', { signal: client.signal }).catch((error: Error) => error.name);
  await until(() => transport.calls.size === 1, SOON);
  client.abort();
  expect(await answer).toBe('AbortError');
  await until(() => transport.calls.size === 0, SOON);
});

test('a call without clients is cancelled after the grace period', async () => {
  const client = new AbortController();
  const response = await post('/tools/work/stream', '{}', { signal: client.signal });
  const reader = response.body!.getReader();
  await reader.read();
  expect(transport.calls.size).toBe(1);
  client.abort();
  await until(() => transport.calls.size === 0, SOON);
});

test('on shutdown waiting clients are told that they were cancelled, and no new ones are accepted', async () => {
  const waiting = post('/tools/work', '{}');
  const following = await post('/tools/work/stream', '{}');
  await until(() => transport.calls.size === 2, SOON);
  await close();
  expect(await (await waiting).json()).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect(await following.text()).toMatch(/event: error\n[\s\S]*"CANCELLED"[\s\S]*event: done\n/);
  await expect(fetch(`${listening.url}/health`)).rejects.toThrow();
});

test('an address that is taken is reported as a fault', async () => {
  // unflake-allow handle-left-behind: it is refused
  const again = listen({ host: '127.0.0.1', port, http: transport.http, clock: systemClock });
  await expect(again).rejects.toMatchObject({ code: 'ADDRESS_NOT_FREE', details: { host: '127.0.0.1', port } });
});

describe('an EventSource', () => {
  let relay: Server;
  const sockets = new Set<Socket>();
  beforeEach(async () => {
    // Between client and service, so that the test can cut the connection.
    relay = createServer((client) => {
      // unflake-allow handle-left-behind: afterEach destroys all sockets
      const service = connect(port, '127.0.0.1');
      for (const socket of [client, service]) {
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      }
      client.pipe(service).pipe(client);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => relay.close(resolve));
  });

  test('reconnects by itself after a lost connection, misses nothing, starts no second call, and stops after the end', async () => {
    const running = await post('/tools/work/stream', '{"steps":3}');
    const reader = running.body!.getReader();
    const [, call] = /"call":"([^"]+)"/.exec(new TextDecoder().decode((await reader.read()).value))!;
    const url = `http://127.0.0.1:${(relay.address() as { port: number }).port}/tools/work/stream?call=${call}`;
    const seen: string[] = [];
    let opened = 0;
    const source = new EventSource(url);
    source.addEventListener('open', () => (opened += 1));
    for (const name of ['start', 'progress', 'result', 'error', 'done']) {
      // A lost connection is an `error` too, but has no data.
      source.addEventListener(
        name,
        (event) =>
          'data' in event && event.data !== undefined && seen.push(`${name} ${event.lastEventId.split('.')[1]}`),
      );
    }
    await until(() => seen.length === 5, SOON);
    for (const socket of sockets) socket.destroy();
    await until(() => opened === 2, SOON);
    expect(transport.calls.size).toBe(1);
    await fetch(`${listening.url}/tools/work/stream?call=${call}`, { method: 'DELETE' });
    await until(() => source.readyState === EventSource.CLOSED, SOON);
    expect(seen).toEqual(['start 1', 'progress 2', 'progress 3', 'progress 4', 'progress 5', 'error 6', 'done 7']);
    await reader.cancel();
  });
});
