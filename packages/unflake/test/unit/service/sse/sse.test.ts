import { TestClock } from '@unflake/testkit/clock';
import { until } from '@unflake/testkit/until';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Envelope } from '../../../../src/contract/envelope.ts';
import type { Emit } from '../../../../src/contract/events.ts';
import type { CallHow } from '../../../../src/service/calls.ts';
import { EventBuffer } from '../../../../src/service/sse/buffer.ts';
import { openFollowedCalls } from '../../../../src/service/sse/calls.ts';
import { frame, readEventId } from '../../../../src/service/sse/frame.ts';
import { STREAM_LIMITS } from '../../../../src/service/sse/limits.ts';

const META = { schemaVersion: '1', toolingVersion: '1', ts: '', requestId: 'r', durationMs: 0 };
const said = (text: string) => ({ type: 'said', phase: 'confirm', text, ms: 1 }) as const;

/** A service whose one call does what the test says. */
function scripted(limits = STREAM_LIMITS) {
  const clock = new TestClock(1_000);
  const running: { emit: Emit; signal: CallHow['signal']; finish: (envelope: Envelope) => void }[] = [];
  let drawn = 0;
  const followed = openFollowedCalls({
    clock,
    entropy: () => drawn++,
    limits,
    calls: {
      call: (_name, _input, { emit, signal }) =>
        new Promise((finish) => {
          running.push({ emit, signal, finish });
          signal.addEventListener('abort', () =>
            finish({ ok: false, error: { code: 'CANCELLED', message: 'cancelled', details: {} }, _meta: META }),
          );
        }),
    },
  });
  return { clock, followed, running };
}

const good: Envelope = { ok: true, result: 'proved', _meta: META };

/** Reads events until there are `count`, or until the end. */
async function read(stream: ReadableStream<Uint8Array>, count = Number.POSITIVE_INFINITY) {
  const reader = stream.getReader();
  let text = '';
  const seen = () =>
    [...text.matchAll(/event: (\w+)\nid: (\S+)\ndata: (.*)\n\n/g)].map(([, event, id, data]) => ({
      event,
      id,
      data: JSON.parse(data!),
    }));
  while (seen().length < count) {
    const { done, value } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  return { events: seen(), text, hangUp: () => reader.cancel() };
}

test('any id that is written can be parsed, and nothing else can', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^k-[a-z0-9]{14}$/), fc.nat(), (call, seq) => {
      const id = /id: (.*)/.exec(frame('progress', { call, seq }, '{}'))![1]!;
      expect(readEventId(id)).toEqual({ call, seq });
    }),
  );
  for (const text of ['', 'k-1', 'k-1.', '.7', 'k-1.x', 'k-1.7 ', `${'k'.repeat(65)}.1`, 'a.b.c'])
    expect(readEventId(text)).toBeNull();
});

test('a buffer keeps the newest events within its limits, and a slow reader sees the gap in the ids', () => {
  const buffer = new EventBuffer('k', { events: 8, bytes: 1_000_000 });
  for (let at = 0; at < 100; at += 1) buffer.add('progress', '{}');
  buffer.add('result', '{}');
  buffer.add('done', '{}');
  const ids = [...buffer.after(0).matchAll(/id: k\.(\d+)/g)].map((match) => Number(match[1]));
  expect(ids.length).toBeLessThanOrEqual(10);
  expect(ids.slice(-3)).toEqual([100, 101, 102]);
  expect(buffer.ended).toBe(true);
});

describe('a call that is followed', () => {
  test('emits its start, its progress, its result and its end, each an envelope', async () => {
    const { followed, running } = scripted();
    const stream = followed.start('diagnose', {}, undefined).follow(0);
    running[0]!.emit(said('one'));
    running[0]!.emit(said('two'));
    running[0]!.finish(good);
    const { events } = await read(stream);
    expect(events.map(({ event }) => event)).toEqual(['start', 'progress', 'progress', 'result', 'done']);
    expect(events.map(({ data }) => Object.keys(data))).toEqual(Array(5).fill(['ok', 'result', '_meta']));
    expect(events.map(({ data }) => data.result)).toEqual([
      { call: expect.stringMatching(/^k-/), tool: 'diagnose' },
      said('one'),
      said('two'),
      'proved',
      { call: events[0]!.data.result.call, tool: 'diagnose', ok: true },
    ]);
  });

  test('continues for the grace period without a client, and one that reconnects continues after its last event', async () => {
    const { clock, followed, running } = scripted();
    const call = followed.start('diagnose', {}, undefined);
    running[0]!.emit(said('one'));
    const before = await read(call.follow(0), 2);
    await before.hangUp();
    clock.advance(STREAM_LIMITS.graceMs - 1);
    expect(running[0]!.signal.aborted).toBe(false);
    running[0]!.emit(said('while away'));
    const { seq } = readEventId(before.events.at(-1)!.id!)!;
    const stream = followed.find(call.id)!.follow(seq);
    clock.advance(STREAM_LIMITS.graceMs * 2);
    expect(running[0]!.signal.aborted).toBe(false);
    running[0]!.finish(good);
    const after = await read(stream);
    expect(after.events.map(({ event, id }) => `${event} ${readEventId(id!)!.seq}`)).toEqual([
      'progress 3',
      'result 4',
      'done 5',
    ]);
    expect(call.isOver(5)).toBe(true);
  });

  test('is cancelled after the grace period, and not before the last of several clients has disconnected', async () => {
    const { clock, followed, running } = scripted();
    const call = followed.start('diagnose', {}, undefined);
    const first = await read(call.follow(0), 1);
    const second = await read(call.follow(0), 1);
    await first.hangUp();
    clock.advance(STREAM_LIMITS.graceMs * 2);
    expect(running[0]!.signal.aborted).toBe(false);
    await second.hangUp();
    clock.advance(STREAM_LIMITS.graceMs);
    expect(running[0]!.signal.aborted).toBe(true);
  });

  test('emits a cancelled end, and no progress after it was cancelled', async () => {
    const { followed, running } = scripted();
    const call = followed.start('diagnose', {}, undefined);
    call.cancel();
    running[0]!.emit(said('too late'));
    const { events } = await read(call.follow(0));
    expect(events.map(({ event }) => event)).toEqual(['start', 'error', 'done']);
    expect(events[1]!.data.error.code).toBe('CANCELLED');
    expect(events[2]!.data.result.ok).toBe(false);
  });

  test('sends a keep-alive while nothing happens', async () => {
    const { clock, followed } = scripted();
    const reader = followed.start('diagnose', {}, undefined).follow(0).getReader();
    await reader.read();
    const next = reader.read();
    await until(() => clock.pending > 0, { within: 120_000 });
    clock.advance(STREAM_LIMITS.aliveMs);
    expect(new TextDecoder().decode((await next).value)).toBe(': alive\n\n');
    await reader.cancel();
  });
});

describe('the events of finished calls', () => {
  test('are kept for a while, then evicted', async () => {
    const { clock, followed, running } = scripted();
    const call = followed.start('scan', {}, undefined);
    running[0]!.finish(good);
    await read(call.follow(0));
    clock.advance(STREAM_LIMITS.keepMs);
    expect(followed.find(call.id)).toBeDefined();
    clock.advance(1);
    expect(followed.find(call.id)).toBeUndefined();
  });

  test('are evicted oldest first when there are too many; running calls are never evicted', async () => {
    const { followed, running } = scripted({ ...STREAM_LIMITS, keptCalls: 2 });
    const runs = followed.start('diagnose', {}, undefined);
    const calls = [0, 1, 2, 3].map(() => followed.start('scan', {}, undefined));
    for (const { finish } of running.slice(1)) finish(good);
    for (const call of calls) await read(call.follow(0));
    expect([runs, ...calls].map(({ id }) => followed.find(id) !== undefined)).toEqual([true, false, false, true, true]);
  });

  test('are limited in bytes as well', async () => {
    const { followed, running } = scripted({ ...STREAM_LIMITS, keptBytes: 2_000 });
    const calls = [0, 1, 2].map(() => followed.start('scan', {}, undefined));
    for (const { finish } of running) finish({ ...good, result: 'x'.repeat(1_500) });
    for (const call of calls) await read(call.follow(0));
    expect(calls.map(({ id }) => followed.find(id) !== undefined)).toEqual([false, false, true]);
  });
});
