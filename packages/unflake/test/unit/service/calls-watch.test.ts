import { TestClock } from '@unflake/testkit/clock';
import { expect, test } from 'vitest';
import type { Envelope } from '../../../src/contract/envelope.ts';
import { type CancelSignal, type Watch, watchCall } from '../../../src/service/calls-watch.ts';

const META = { schemaVersion: '1', toolingVersion: '1', ts: '', requestId: 'r', durationMs: 0 };
const GOOD: Envelope = { ok: true, result: 'steeped', _meta: META };

/** A caller that is not an AbortSignal, as the HTTP transport has one for each call. */
function lightCaller() {
  const listeners = new Set<() => void>();
  const signal: CancelSignal = {
    aborted: false,
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
  return { signal, listeners };
}

const watched = (signal: CancelSignal) => ({
  signal,
  closing: { closed: false, calls: new Set<() => void>() },
  emit: () => undefined,
  timeoutMs: 500,
  clock: new TestClock(0),
});

test("the caller's signal is watched while the call runs, and not after", async () => {
  const { signal, listeners } = lightCaller();
  const given = watched(signal);
  let finish: (envelope: Envelope) => void = () => undefined;
  const answer = watchCall('steep', given, () => new Promise((resolve) => (finish = resolve)));
  expect([listeners.size, given.closing.calls.size, given.clock.pending]).toEqual([1, 1, 1]);
  finish(GOOD);
  expect(await answer).toBe(GOOD);
  expect([listeners.size, given.closing.calls.size, given.clock.pending]).toEqual([0, 0, 0]);
});

test('work that reads its signal only after the call was ended finds it aborted', async () => {
  const { signal, listeners } = lightCaller();
  const seen: boolean[] = [];
  const answer = watchCall('steep', watched(signal), async (watch: Watch) => {
    for (const hangUp of listeners) hangUp();
    seen.push(watch.signal.aborted);
    return GOOD;
  });
  await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(seen).toEqual([true]);
});
