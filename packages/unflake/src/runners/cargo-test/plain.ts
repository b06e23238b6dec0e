/** The `cargo test` command that a person would type for tests of one target, and how its output is read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { keepsOrder } from '../keeps-order.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';
import { workerCount } from '../worker-count.ts';
import { parseCargoId } from './cargo-id.ts';
import { targetFolder } from './driver.ts';
import { cargoPlace } from './place.ts';

// Longer commands are hard to read and paste.
const MAX_LINE = 8000;

export function plainCargoTest(request: RunRequest, context: RunnerContext): Command | null {
  const { tests, suite, repeat, conditions } = request;
  const wanted = tests.map(parseCargoId);
  const selector = targetWords(wanted[0]?.file ?? '');
  if (selector === null || repeat !== 1 || wanted.some(({ file }) => file !== wanted[0]?.file)) return null;
  const names = wanted.map(({ name }) => name);
  if (!keepsOrder(tests, suite) || names.join(' ').length > MAX_LINE) return null;
  return {
    argv: [
      ...context.program,
      'test',
      ...context.settings.args,
      ...selector,
      '--',
      '--exact',
      ...names,
      `--test-threads=${workerCount(conditions)}`,
    ],
    // Kept short for people: only what leaves the project's own `target` unchanged.
    env: { CARGO_TARGET_DIR: targetFolder(context) },
    cwd: context.root,
    files: {},
    reads: [],
  };
}

function targetWords(file: string): readonly string[] | null {
  const place = cargoPlace(file);
  if (place === null) return null;
  const manifest = place.folder === '' ? [] : ['--manifest-path', `${place.folder}Cargo.toml`];
  return [...manifest, `--${place.kind}`, ...(place.name === null ? [] : [place.name])];
}

/** Counts the tests that ended: the exit status is also 0 when none ran, or when one ended the process. */
export function parseCargoTestPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const said = [...run.stdout.matchAll(/^test (.*?)(?: - should panic)? \.\.\. .*?(ok|FAILED|ignored)(?:, .*)?$/gm)];
  const count = (word: string): number => said.filter(([, , verdict]) => verdict === word).length;
  const ended = /^test result: /m.test(run.stdout);
  if (count('FAILED') > 0) {
    const isOf = (id: string, [, name]: RegExpExecArray): boolean => parseCargoId(id).name === name;
    const failed = said.filter(([, , verdict]) => verdict === 'FAILED');
    // Without the closing line the process died in one of the tests that have no line.
    const silent = ended ? [] : tests.filter((id) => !said.some((line) => isOf(id, line)));
    const failures = [
      ...failuresNamed(failed, 'failed', isOf),
      ...failuresNamed(silent, 'crashed', (id, one) => id === one),
    ];
    return ownOutcome('failed', request, failures, () => said.some((line) => line[2] === 'ok' && isOf(target!, line)));
  }
  if (!/^running \d+ tests?$/m.test(run.stdout)) return 'missing';
  if (!ended) return 'crashed';
  if (count('ok') + count('ignored') < tests.length) return 'missing';
  if (run.code !== 0) return 'errored';
  return count('ok') > 0 ? 'passed' : 'skipped';
}
