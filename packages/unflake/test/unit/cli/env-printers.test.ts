import { expect, test } from 'vitest';
import { envDistText } from '../../../src/cli/printers/env-dist-text.ts';
import { envRunText } from '../../../src/cli/printers/env-run-text.ts';
import { envExplainText, envStatusText } from '../../../src/cli/printers/env-status-text.ts';
import { envGraphText } from '../../../src/cli/printers/env-text.ts';
import type { EnvironmentReport, StepResult } from '../../../src/tools/lib/env/results.ts';

const PLAIN = { color: 'off', columns: 100 } as const;
const SUITE = { suite: '/project/test', envs: '/project/test/.envs' };

function step(change: Partial<StepResult> = {}): StepResult {
  return {
    step: '01-meta',
    kind: 'sequential',
    environment: 'sequential',
    role: 'asked',
    outcome: 'passed',
    why: null,
    ms: 400,
    tests: { passed: 2, failed: 0, skipped: 0 },
    output: null,
    notes: [],
    ...change,
  };
}

test('a run that passed is one line, with the state of the foundation and what was rebuilt', () => {
  const rebuilt = [{ environment: 'sequential', state: 'dirty', why: '…' }] as const;
  const steps = [step({ step: 'foundation', kind: 'foundation', environment: 'foundation' }), step()];
  expect(envRunText({ ...SUITE, foundation: 'built', steps, rebuilt, ms: 1_800 }, PLAIN)).toBe(
    'passed  2 steps passed, foundation built once, rebuilt: sequential (dirty), 1.8 s\n',
  );
});

test('what did not pass comes with the end of its output, and what was not run with the reason', () => {
  const output = Array.from({ length: 50 }, (_, at) => `line ${at + 1}`).join('\n');
  const steps = [
    step({ outcome: 'failed', why: 'failed: the name', output }),
    step({ step: '02-dist', outcome: 'not-run', why: '01-meta did not pass', tests: null }),
  ];
  const text = envRunText({ ...SUITE, foundation: 'reused', steps, rebuilt: [], ms: 500 }, PLAIN);
  const lines = text.split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '01-meta in sequential: failed: the name',
    '  │ … 10 lines before',
    '  │ line 11',
  ]);
  expect(lines.slice(-4)).toEqual([
    '',
    '02-dist in sequential: not run, because 01-meta did not pass',
    'failed  0 steps passed, 1 failed, 1 not run, foundation reused, 500 ms',
    '',
  ]);
});

test('what a step started from stands above the last line, also when it passed', () => {
  const steps = [step({ notes: ['01-meta is complete already.'] })];
  expect(envRunText({ ...SUITE, foundation: 'none', steps, rebuilt: [], ms: 400 }, PLAIN)).toBe(
    'note: 01-meta is complete already.\npassed  1 step passed, foundation not needed, 400 ms\n',
  );
});

const report: EnvironmentReport = {
  environment: 'sequential',
  state: 'locked',
  why: 'another run uses it',
  marker: null,
  holders: [{ pid: 4711, words: 'sleep 600', as: 'child' }],
  complete: ['foundation'],
  next: 'a run waits until it is free, then checks it again',
  runs: ['00-first'],
  aboutMs: 4_200,
};

test('status is one line an environment, explain is everything', () => {
  const environments = [{ ...report, environment: 'foundation', state: 'clean', why: 'all is well' } as const, report];
  expect(envStatusText({ ...SUITE, environments }, PLAIN)).toBe(
    'foundation  clean   all is well\nsequential  locked  another run uses it\n',
  );
  expect(envExplainText({ ...SUITE, environments: [report] }, PLAIN)).toBe(`sequential is locked
  another run uses it
  held by   process 4711 (sleep 600), left behind by a run that has ended
  complete  foundation
  next      a run waits until it is free, then checks it again
  runs      00-first: about 4 s
`);
});

test('the graph for Graphviz has an edge for each prerequisite', () => {
  const graph = {
    kind: 'sequential',
    environment: 'sequential',
    from: 'foundation',
    needs: [],
    runs: '',
    lastMs: null,
  } as const;
  const steps = [
    { ...graph, step: '00-a', after: [] },
    { ...graph, step: '01-b', after: ['00-a'] },
  ];
  expect(envGraphText({ suite: '', format: 'dot', steps })).toContain(
    '  "foundation" -> "00-a";\n  "00-a" -> "01-b";\n',
  );
});

test('a distribution is reported as refused, failed, not right or the same', () => {
  const archives = [{ name: 'out/p.tar.gz', files: 3, sha256: 'h' }];
  const differs = {
    kind: 'differs',
    archive: 'out/p.tar.gz',
    file: 'x',
    how: 'content',
    message: 'x differs',
  } as const;
  const run = { exitCode: 2, stdout: '', stderr: 'no rule\n' };
  const command = { argv: ['make', 'dist all'], cwd: '/p' } as const;
  expect(
    [
      { state: 'refused', why: 'it has changes', files: ['a', 'b'] } as const,
      { state: 'failed', build: 'clean', command, run } as const,
      { state: 'checked', archives, problems: [differs] } as const,
      { state: 'checked', archives, problems: [] } as const,
    ].map((result) => envDistText(result, PLAIN)),
  ).toEqual([
    'refused  it has changes\n  a\n  b\n',
    "failed  make 'dist all' (clean checkout)\n  │ no rule\n",
    'out/p.tar.gz: x differs\nnot right  1 problem in out/p.tar.gz (3 files)\n',
    'same  out/p.tar.gz (3 files)\n',
  ]);
});
