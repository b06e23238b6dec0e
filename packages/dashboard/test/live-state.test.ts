/** What is kept of work that runs stays bounded, and its counts stay whole. */
import { expect, test } from 'vitest';
import type { LabEvent } from '../../unflake/src/contract/events.ts';
import { NOTHING_YET, withEvent } from '../src/live/live-state.ts';

const finished = (at: number): LabEvent => ({
  type: 'trial-finished',
  trial: `t-${at}`,
  phase: 'confirm',
  outcome: at % 3 === 0 ? 'failed' : at % 3 === 1 ? 'passed' : 'skipped',
  ms: 1,
  replayed: at < 10,
});

test('ten thousand trials are counted, and the newest few hundred are kept', () => {
  let state = NOTHING_YET;
  for (let at = 1; at <= 10_000; at += 1) state = withEvent(state, finished(at));
  expect(state.counts).toEqual({ passed: 3_334, failed: 3_333, other: 3_333, replayed: 9 });
  expect(state.trials.length).toBeLessThan(1_000);
  expect(state.trials.at(-1)?.trial).toBe('t-10000');
});

test('messages are bounded too', () => {
  let state = NOTHING_YET;
  for (let at = 0; at < 1_000; at += 1)
    state = withEvent(state, { type: 'said', phase: 'confirm', text: `line ${at}`, ms: 1 });
  expect(state.lines.length).toBeLessThan(100);
  expect(state.lines.at(-1)).toBe('line 999');
});
