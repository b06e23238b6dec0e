import { expect, test } from 'vitest';
import { caseText } from '../../../src/cli/printers/case-text.ts';
import type { TerminalStyle } from '../../../src/cli/terminal-style.ts';
import { testId } from '../../../src/contract/test-id.ts';
import type { CaseResult } from '../../../src/tools/lib/status-results.ts';

const FOUND: CaseResult = {
  caseId: 'c-222222',
  store: '/s.db',
  root: '/project',
  test: testId('a.py::x'),
  runner: 'pytest',
  seed: 42,
  openedAt: '2026-01-02T03:04:05.000Z',
  closedAt: null,
  verdict: null,
  cause: null,
  tests: 3,
  diagnosis: null,
  trials: [
    {
      id: 't-1',
      phase: 'confirm',
      doing: 'runs alone',
      outcomes: ['failed'],
      ms: 12,
      conditions: {},
      seed: 1,
      tests: 1,
    },
  ],
};
const STYLE: TerminalStyle = { color: 'off', columns: 80 };

test('a case is a line for each trial', () => {
  expect(caseText(FOUND, STYLE)).toMatchInlineSnapshot(`
    "c-222222  a.py::x
    pytest, 3 tests, seed 42, opened 2026-01-02 03:04 UTC
    open after 1 trial; continue with: unflake diagnose --resume c-222222
    t-1    confirm    failed        12 ms  runs alone
    "
  `);
});

test('what a trial printed comes last, and moves no cursor', () => {
  const output = { trial: 't-1', stdout: 'one\ttwo\n\u001b[2Jthree\n', stderr: '' } as const;
  const [, printed] = caseText({ ...FOUND, output }, STYLE).split('runs alone\n');
  expect(printed).toBe('\nstandard output of t-1\none\ttwo\n\\e[2Jthree\nstandard error of t-1\n(empty)\n');
});
