import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { isPatched } from './frozen.ts';
import { deadlineOf, looksOf, pauseOf } from './polling.ts';
import { inFile, inTest } from './sample.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
const GENEROUS_SECONDS = 10;

export const fixedTimeoutPoll: Rule = {
  id: 'python/fixed-timeout-poll',
  cause: { family: 'timing', kind: 'tight-timeout' },
  severity: 'warning',
  where: 'tests',
  message: 'looks for a few seconds at most and goes on',
  why: 'What takes milliseconds on an idle machine may take longer than this on a busy one; then the next assertion fails.',
  fix: 'Wait for the thing itself (`event.wait`, `thread.join`), or give the loop a limit of half a minute and more: it ends early all the same.',
  find: [
    nodes({ rule: { kind: 'for_statement', regex: 'sleep\\(' } }, isShortPoll),
    nodes({ rule: { kind: 'while_statement', regex: 'sleep\\(' } }, isShortPoll),
  ],
  flags: [
    inTest('time', 'for _ in range(10):', '    if ready():', '        break', '    time.sleep(0.1)', 'assert ready()'),
    inTest(
      'time',
      'end = time.monotonic() + 2',
      'while time.monotonic() < end:',
      '    time.sleep(0.1)',
      'assert ready()',
    ),
    inTest('time', 'n = 0', 'while not ready() and n < 20:', '    time.sleep(0.05)', '    n += 1', 'assert ready()'),
    inTest('time', 'left = 5', 'while left > 0:', '    time.sleep(0.2)', '    left -= 1', 'assert ready()'),
  ],
  allows: [
    inTest('time', 'while not ready():', '    time.sleep(0.01)', 'assert ready()'),
    inTest(
      'time',
      'end = time.monotonic() + 60',
      'while time.monotonic() < end:',
      '    time.sleep(0.1)',
      'assert ready()',
    ),
    inTest('', 'for _ in range(10):', '    tick()', 'assert ticks() == 10'),
    inTest('time', 'for _ in range(600):', '    time.sleep(0.1)', 'assert ready()'),
    { file: 'app/poll.py', text: inFile('time', 'def poll():\n    for _ in range(3):\n        time.sleep(1)') },
  ],
};

function isShortPoll(loop: Node, file: SourceFile): boolean {
  const pause = pauseOf(loop, file);
  if (pause === null || isPatched(loop, 'sleep')) return false;
  const looks = looksOf(loop, file);
  const seconds = looks === null ? (loop.is('while_statement') ? deadlineOf(loop, file) : null) : looks * pause;
  return seconds !== null && seconds < GENEROUS_SECONDS;
}
