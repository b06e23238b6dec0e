import { TestClock } from '@unflake/testkit/clock';
import { until } from '@unflake/testkit/until';
import { expect, test } from 'vitest';
import type { Envelope } from '../../../../src/contract/envelope.ts';
import type { LabEvent } from '../../../../src/contract/events.ts';
import { followRecorded } from '../../../../src/service/sse/recorded.ts';

const META = { schemaVersion: '1', toolingVersion: '1', ts: '', requestId: 'r', durationMs: 0 };
const fault = (code: string): Envelope => ({ ok: false, error: { code, message: code, details: {} }, _meta: META });

/** A case in the record of another process; the test adds to it. */
function recordedCase() {
  const clock = new TestClock(0);
  const events: LabEvent[] = [];
  const record = { caseId: 'c-tea', test: 't', runner: 'r', seed: 1, tests: 2, closedAt: null as string | null };
  const trials: { readonly id: string }[] = [];
  const trialOf = (id: string) => ({ id, phase: 'confirm', outcomes: ['failed'], ms: 3 });
  let answer: () => Envelope = () => ({
    ok: true,
    result: { ...record, trials: [...trials], verdict: record.closedAt === null ? null : 'isolated' },
    _meta: META,
  });
  let looks = 0;
  const call = async (): Promise<Envelope> => {
    looks += 1;
    return answer();
  };
  const gone = new AbortController();
  return {
    clock,
    gone,
    follow: () =>
      followRecorded({ call }, clock)('case', {}, { signal: gone.signal, emit: (event) => events.push(event) }),
    events: () => events.map((event) => (event.type === 'trial-finished' ? [event.trial, event.replayed] : event.type)),
    add: (id: string) => trials.push(trialOf(id)),
    addBefore: (id: string, other: string) =>
      trials.splice(
        trials.findIndex((one) => one.id === other),
        0,
        trialOf(id),
      ),
    close: () => {
      record.closedAt = '2026-01-02T03:04:05Z';
    },
    answerWith: (other: () => Envelope) => {
      answer = other;
    },
    /** Waits for the pause between two polls, and ends it. */
    async lookAgain() {
      const before = looks;
      await until(() => clock.pending > 0);
      clock.advance(1_000);
      await until(() => looks > before);
    },
  };
}

test('an open case is streamed from its beginning, then as it grows, until it is closed', async () => {
  const tea = recordedCase();
  tea.add('t-1');
  const done = tea.follow();
  await tea.lookAgain();
  tea.add('t-2');
  await tea.lookAgain();
  tea.close();
  await tea.lookAgain();
  expect(await done).toMatchObject({ ok: true, result: { caseId: 'c-tea', verdict: 'isolated' } });
  expect(tea.events()).toEqual(['case-opened', ['t-1', true], ['t-2', false], 'case-closed']);
});

test('a trial that is recorded after one with a higher number is told of, and none twice', async () => {
  const tea = recordedCase();
  tea.add('t-1');
  const done = tea.follow();
  await tea.lookAgain();
  tea.add('t-3');
  await tea.lookAgain();
  tea.addBefore('t-2', 't-3');
  await tea.lookAgain();
  tea.close();
  await tea.lookAgain();
  await done;
  expect(tea.events()).toEqual(['case-opened', ['t-1', true], ['t-3', false], ['t-2', false], 'case-closed']);
});

test('a closed case is its record and nothing else', async () => {
  const tea = recordedCase();
  tea.close();
  expect(await tea.follow()).toMatchObject({ ok: true });
  expect(tea.events()).toEqual([]);
});

test('an open case without new trials for a while ends with its current record', async () => {
  const tea = recordedCase();
  const done = tea.follow();
  for (let second = 0; second < 30; second += 1) await tea.lookAgain();
  expect(await done).toMatchObject({ ok: true, result: { closedAt: null } });
  expect(tea.events()).toEqual(['case-opened']);
});

test('a poll that is refused because the service is busy is repeated, and any other fault is the answer', async () => {
  const tea = recordedCase();
  const done = tea.follow();
  await tea.lookAgain();
  tea.answerWith(() => fault('QUEUE_OVERLOADED'));
  await tea.lookAgain();
  tea.answerWith(() => fault('UNKNOWN_CASE'));
  await tea.lookAgain();
  expect(await done).toMatchObject({ ok: false, error: { code: 'UNKNOWN_CASE' } });
});

test('when the watcher disconnects, the next poll happens at once and ends', async () => {
  const tea = recordedCase();
  const done = tea.follow();
  await until(() => tea.clock.pending > 0);
  tea.answerWith(() => fault('CANCELLED'));
  tea.gone.abort();
  expect(await done).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect(tea.clock.pending).toBe(0);
});
