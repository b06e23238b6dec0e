import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import { watchForHang } from '../../../../src/engine/process/hang-watch.ts';
import { hangWatchOf } from '../../../../src/engine/trial/hang-watch-of.ts';
import { goTest } from '../../../../src/runners/go-test.ts';
import { pytest } from '../../../../src/runners/pytest.ts';
import { shell, trialOf } from '../sample-trial.ts';

let folder: string;
let stop = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-hang-'));
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a file that has stopped growing is read once, and the run has hung when its silence is too long', async () => {
  const file = join(folder, 'stream.jsonl');
  const asked: string[] = [];
  let hung = 0;
  stop = watchForHang(
    {
      files: [file],
      shortestMs: 250,
      silenceMs: (texts) => {
        asked.push(texts[file]!);
        return texts[file] === 'a' ? null : 500;
      },
    },
    () => {
      hung += 1;
    },
  );
  appendFileSync(file, 'a');
  await until(() => asked.length === 1, { within: 120_000 });
  expect(hung).toBe(0);
  appendFileSync(file, 'b');
  await until(() => hung === 1, { within: 120_000 });
  expect(asked).toEqual(['a', 'ab']);
});

const context = {
  root: '/p',
  probes: '/probes',
  folder: '/t',
  program: ['x'],
  settings: { args: [], files: [] },
} as never;
const request = { tests: [], suite: [], repeat: 1, conditions: {}, seed: 1 };
const line = (event: object) => `${JSON.stringify(event)}\n`;

test.each([pytest, goTest])('the silence of $name is judged by the tests that run', ({ parse }) => {
  const target = testId('a::one');
  const hang = { target, targetMs: 10, othersMs: 30 };
  const path = '/t/stream.jsonl';
  const run = { code: null, signal: null, timedOut: true, stdout: '', stderr: '', ms: 0 };
  const watch = hangWatchOf(trialOf({ hang }), shell('', { reads: [path] }), (files) =>
    parse({ ...run, files }, request, context),
  )!;
  const start = (id: string) => line({ ev: 'start', id, run: 0 });
  const end = (id: string) => line({ ev: 'end', id, run: 0, outcome: 'passed', ms: 1 });
  expect(watch.shortestMs).toBe(10);
  expect(watch.silenceMs({ [path]: start('a::one') })).toBe(10);
  expect(watch.silenceMs({ [path]: start('a::one') + end('a::one') + start('a::two') })).toBe(30);
  expect(watch.silenceMs({ [path]: start('a::one') + end('a::one') })).toBe(null);
});

test('a plain command, and a trial without limits, are left to their time box', () => {
  const parse = () => ({ observations: [], problems: [] });
  const hang = { target: testId('a'), targetMs: 1, othersMs: 1 };
  expect(hangWatchOf(trialOf(), shell('', { reads: ['/x'] }), parse)).toBeUndefined();
  expect(hangWatchOf(trialOf({ hang, mode: 'plain' }), shell('', { reads: ['/x'] }), parse)).toBeUndefined();
});
