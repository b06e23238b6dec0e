/** What every adapter must do with strings alone, whether its tool is installed or not. */
import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../src/contract/runner.ts';
import { formatTitlePath } from '../../src/contract/title-path.ts';
import { RUNNERS } from '../../src/runners/index.ts';

// Linux refuses a longer single argument.
const MAX_ARGUMENT = 131_071;

const context: RunnerContext = {
  root: '/p/project',
  probes: '/p/probes',
  folder: '/p/trial',
  program: ['/usr/bin/program'],
  settings: { args: ['--own'], files: [], command: ['run', 'it'], report: { format: 'exit', path: null } },
};
const suite = Array.from({ length: 20_000 }, (_, n) =>
  formatTitlePath({
    file: `test/folder-${n % 50}/file.test.js`,
    titles: ['a suite', `test number ${n}`],
    occurrence: 1,
  }),
);
const request: RunRequest = { tests: suite, suite, repeat: 1, conditions: {}, seed: 1 };
const killed = {
  code: null,
  signal: 'SIGKILL',
  timedOut: false,
  stdout: '',
  stderr: 'out of memory',
  files: {},
  ms: 1,
};

describe.each(RUNNERS.map((adapter) => [adapter.name, adapter] as const))('the adapter of %s', (_name, adapter) => {
  test('builds the same commands for the same request', () => {
    expect(adapter.command(request, context)).toEqual(adapter.command(request, context));
    expect(adapter.list(context)).toEqual(adapter.list(context));
  });

  test('passes twenty thousand tests without an argument that is too long', () => {
    const { argv } = adapter.command(request, context);
    expect(Math.max(...argv.map((word) => Buffer.byteLength(word)))).toBeLessThan(MAX_ARGUMENT);
    expect(argv.join(' ').length).toBeLessThan(MAX_ARGUMENT);
  });

  test("writes and reads only in the trial's own folder, and starts in the project", () => {
    for (const { cwd, files, reads } of [adapter.command(request, context), adapter.list(context)]) {
      expect(cwd).toBe(context.root);
      for (const name of Object.keys(files)) expect(name).toMatch(/^[\w.-]+$/);
      for (const path of reads) expect(path.startsWith(`${context.folder}/`)).toBe(true);
    }
  });

  test('reports a run without output neither as passed nor without problems', () => {
    const { observations, problems } = adapter.parse(killed, request, context);
    expect(observations.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
    expect(observations.length + problems.length).toBeGreaterThan(0);
  });

  test('does not report a plain run as passed if it was killed or cut off', () => {
    expect(adapter.parsePlain(killed, request)).not.toBe('passed');
    expect(adapter.parsePlain({ ...killed, timedOut: true }, request)).toBe('timed-out');
  });

  test('finds nothing in an empty project', () => {
    expect(adapter.detect({ root: '/p', files: [], text: () => undefined })).toBeNull();
  });
});
