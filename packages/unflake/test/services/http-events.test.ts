/** The HTTP transport as a function: calls and cases that are followed by their events. */
import { until } from '@unflake/testkit/until';
import { describe, expect, test } from 'vitest';
import { codeOf, doorsOfEachTest, envelopeOf, eventsOf, SOON } from './http-answers.ts';

const transport = doorsOfEachTest();

describe('events', () => {
  test('a stream has start, result and done, and reconnecting after the end gets 204', async () => {
    const { ask } = transport();
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
    const events = eventsOf(await (await transport().ask('/status/stream')).text());
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
  ])('%s is reported as an error', async (_what, path, body, code) => {
    const events = eventsOf(await (await transport().post(path, body)).text());
    expect(events.map(({ event }) => event)).toEqual(['start', 'error', 'done']);
    expect(events[1]!.data.error.code).toBe(code);
  });

  test('a call that is followed can be joined, is cancelled by DELETE, and all clients are informed', async () => {
    const { ask, post } = transport();
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
      const { ask, post, calls } = transport();
      expect(await codeOf(await ask('/search/stream?query=x', { headers: { 'last-event-id': id } }))).toBe(
        'UNKNOWN_CALL',
      );
      expect(await codeOf(await post('/tools/work/stream', {}, { 'last-event-id': id }))).toBe('UNKNOWN_CALL');
      expect(calls.size).toBe(0);
    },
  );

  test('work that runs is listed, and is cancelled by whoever may call tools', async () => {
    const { ask, post, calls } = transport();
    expect((await envelopeOf(await ask('/running'))).result).toEqual({ running: [] });
    const client = post('/tools/work', { steps: 1 });
    await until(() => calls.size === 1, SOON);
    const { running } = (await envelopeOf(await ask('/running'))).result as { running: readonly object[] };
    expect(running).toEqual([
      {
        ...{ id: 'c-held', kind: 'case', tool: 'work', test: 't', tests: 1, phase: null, doing: null },
        ...{ trials: 0, failed: 0, startedAt: expect.stringMatching(/Z$/) },
      },
    ]);
    const watcher = await ask('/cases/c-held/events');
    expect((await envelopeOf(await ask('/running/c-held', { method: 'DELETE' }))).result).toEqual({ id: 'c-held' });
    expect(await codeOf(await client)).toBe('CANCELLED');
    expect(eventsOf(await watcher.text()).at(-2)!.data.error).toMatchObject({ code: 'CANCELLED' });
    expect((await envelopeOf(await ask('/running'))).result).toEqual({ running: [] });
    expect(await codeOf(await ask('/running/c-held', { method: 'DELETE' }))).toBe('UNKNOWN_CALL');
    expect(await codeOf(await ask('/hunts/h-none/events'))).toBe('UNKNOWN_CALL');
  });

  test('all who watch a record share one reader of it', async () => {
    const { ask } = transport();
    const callOf = async (path: string) => {
      const text = await (await ask(path)).text();
      return eventsOf(text)[0]!.id.split('.')[0];
    };
    const calls = await Promise.all([1, 2, 3].map(() => callOf('/cases/c-old/events')));
    expect(new Set(calls).size).toBe(1);
    expect(await callOf('/cases/c-other/events')).not.toBe(calls[0]);
    // It has ended meanwhile, so that who comes now asks anew.
    expect(await callOf('/cases/c-old/events')).not.toBe(calls[0]);
  });

  test('a case that runs is watched, whoever runs it, and continues when nobody watches any more', async () => {
    const { ask, post, calls } = transport();
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

  test('a case that does not run is streamed from its record', async () => {
    const { ask } = transport();
    const events = eventsOf(await (await ask('/cases/c-old/events')).text());
    expect(events.map(({ event }) => event)).toEqual(['start', 'result', 'done']);
    expect(events[1]!.data.result).toEqual({ recorded: 'c-old' });
    expect((await ask('/cases/c-old/events', { headers: { 'last-event-id': events[2]!.id } })).status).toBe(204);
  });
});
