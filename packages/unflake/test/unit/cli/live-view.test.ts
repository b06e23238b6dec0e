import { TestClock } from '@unflake/testkit/clock';
import { expect, test } from 'vitest';
import { liveView } from '../../../src/cli/live-view.ts';
import type { LabEvent } from '../../../src/contract/events.ts';

const OPENED: LabEvent = {
  type: 'case-opened',
  caseId: 'c-7f3k2m',
  test: 'tests/test_cart.py::test_total',
  runner: 'pytest',
  seed: 42,
  tests: 213,
  recorded: 0,
};
const STEP: LabEvent = {
  type: 'step',
  phase: 'bisect',
  doing: '106 of the 212 earlier tests before the target',
  why: 'halves what is unknown',
  trials: 2,
  belief: { claim: 'test_banner', probability: 0.62 },
  trialsLeft: 8,
};
const FINISHED: LabEvent = {
  type: 'trial-finished',
  trial: 't-9',
  phase: 'bisect',
  outcome: 'failed',
  ms: 900,
  replayed: false,
};
const SAID: LabEvent = { type: 'said', phase: 'bisect', text: '212 earlier tests → 1 in 11 trials', ms: 52_300 };

function view(mode: 'redraw' | 'lines' | 'silent', columns = 80) {
  const clock = new TestClock(1_000);
  const written: string[] = [];
  const live = liveView({ write: (text) => void written.push(text), mode, style: { color: 'off', columns }, clock });
  return { clock, live, written, text: () => written.join('') };
}

/** What a terminal shows after these writes: a cursor that only goes down, up and clears lines. */
function screen(writes: readonly string[]): string {
  const lines: string[] = [''];
  for (const part of writes
    .join('')
    .replaceAll('\u001b[1A\u001b[2K', '↑')
    .split(/(↑|\n)/)) {
    if (part === '\n') lines.push('');
    else if (part === '↑') {
      lines.pop();
      lines[lines.length - 1] = '';
    } else lines[lines.length - 1] += part;
  }
  return lines.join('\n');
}

test('without a terminal there is a line per finished phase and nothing else', () => {
  const { live, text } = view('lines');
  for (const event of [OPENED, STEP, FINISHED, SAID]) live.show(event);
  live.end();
  expect(text()).toMatchInlineSnapshot(`
    "case       c-7f3k2m  tests/test_cart.py::test_total
               pytest, 213 tests, seed 42
    bisect     212 earlier tests → 1 in 11 trials                            52.3 s

    "
  `);
});

test('without a terminal there is a line after eight seconds of silence, whether trials end or not', () => {
  const { live, clock, written } = view('lines', 120);
  const line = 'bisect     … 106 of the 212 earlier tests before the target · 62 % sure of test_banner\n';
  live.show(STEP);
  for (let second = 0; second < 17; second++) {
    clock.advance(1_000);
    live.show(FINISHED);
  }
  expect(written).toEqual([line.replace(' · 62', ' · about 1 trial, 1 s left · 62'), line]);
  clock.advance(8_000);
  expect(written).toHaveLength(3);
  live.end();
  clock.advance(20_000);
  expect(written).toHaveLength(3);
});

test('on a terminal the live lines are redrawn below the lines that stay', () => {
  const { live, clock, written } = view('redraw');
  live.show(OPENED);
  live.show(STEP);
  clock.advance(2_500);
  live.show(FINISHED);
  expect(screen(written)).toMatchInlineSnapshot(`
    "case       c-7f3k2m  tests/test_cart.py::test_total
               pytest, 213 tests, seed 42
    bisect     106 of the 212 earlier tests before the target                 2.5 s
               why: halves what is unknown
               1 trial, 1 failed · about 7 trials, 18 s left · 62 % sure of test_b…
    "
  `);
  live.show(SAID);
  live.show({ type: 'case-closed', caseId: 'c-7f3k2m', verdict: 'isolated' });
  live.end();
  expect(screen(written)).toMatchInlineSnapshot(`
    "case       c-7f3k2m  tests/test_cart.py::test_total
               pytest, 213 tests, seed 42
    bisect     212 earlier tests → 1 in 11 trials                            52.3 s

    "
  `);
});

test('what is done before the first trial does not count for the pace of the trials', () => {
  const { live, clock, written } = view('redraw');
  live.show({ type: 'step', phase: 'bisect', doing: 'listing the tests', why: '', trials: 0 });
  clock.advance(60_000);
  live.show(STEP);
  clock.advance(2_500);
  live.show(FINISHED);
  expect(screen(written)).toContain('about 7 trials, 18 s left');
  live.end();
});

test('on a terminal the time continues while a trial runs', () => {
  const { live, clock, written } = view('redraw');
  live.show(STEP);
  clock.advance(5_000);
  expect(screen(written)).toContain('5.0 s');
  live.end();
});

test('a burst of events does not flood the terminal', () => {
  const { live, written } = view('redraw');
  live.show(STEP);
  for (let trial = 0; trial < 1_000; trial++) live.show(FINISHED);
  expect(written.length).toBe(1);
  live.end();
});

test('after the end nothing is written and no timer is left', () => {
  const { live, clock, written } = view('redraw');
  live.show(STEP);
  live.end();
  const before = written.length;
  clock.advance(60_000);
  live.end();
  expect(written.length).toBe(before);
  expect(screen(written)).toBe('');
});

test('replayed trials are reported at the start and count for no pace', () => {
  const { live, clock, written, text } = view('lines', 120);
  live.show({ ...OPENED, recorded: 17 });
  expect(text()).toContain('resume     17 recorded trials replayed, not run again');
  live.show(STEP);
  live.show({ ...FINISHED, replayed: true });
  clock.advance(20_000);
  expect(written.at(-1)).toBe(
    'bisect     … 106 of the 212 earlier tests before the target · about 7 trials left · 62 % sure of test_banner\n',
  );
});

test('no line is wider than the terminal, and no name can move the cursor', () => {
  const { live, clock, written } = view('redraw', 40);
  live.show({ ...OPENED, test: 'evil \u001b[2J name\nforged line' });
  live.show({ ...STEP, doing: 'x'.repeat(200) });
  clock.advance(1_000);
  for (const line of screen(written).split('\n')) expect(line.length).toBeLessThan(40);
  expect(written.join('')).not.toContain('\u001b[2J');
  expect(screen(written)).not.toContain('\nforged');
  live.end();
});

test('a log cuts nothing off, and keeps durations in a column where it can', () => {
  const { live, text } = view('lines', 10_000);
  live.show(SAID);
  live.show({ ...SAID, text: 'y'.repeat(300) });
  const [short, long] = text().split('\n');
  expect(short).toHaveLength(110);
  expect(long).toContain('y'.repeat(300));
});

test('silent shows only messages to the user', () => {
  const { live, written } = view('silent');
  live.show(OPENED);
  live.show(SAID);
  live.say('stopping');
  live.end();
  expect(written).toEqual(['stopping\n']);
});
