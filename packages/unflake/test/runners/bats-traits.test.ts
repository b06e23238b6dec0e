/** What only BATS has: fixtures of files and suites around processes of their own, and a filter that is one for all files. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { batsProgram } from '../../../../scripts/toolchains/bats.mjs';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import type { RunnerSettings } from '../../src/contract/runner.ts';
import { bats } from '../../src/runners/bats.ts';
import { told, withProject } from './small-project.ts';

async function project(files: Readonly<Record<string, string>>, settings: Partial<RunnerSettings> = {}) {
  const program: [string] = [await batsProgram()];
  return { adapter: bats, program, files, settings };
}

const runAll = async (files: Readonly<Record<string, string>>) =>
  withProject(await project(files), ({ suite, run }) => run(suite));

describe('outcomes of BATS', () => {
  test('an exit is a failure, a broken tear-down errored, and its own time limit timed-out', async () => {
    const report = await runAll({
      'a.bats': `
teardown() { [ "$BATS_TEST_DESCRIPTION" != "tear-down" ]; }
helper() { [ "$1" = 2 ]; }
@test "exits with seven" { exit 7; }
@test "exits with zero" { exit 0; }
@test "tear-down" { true; }
@test "fails in a function" { helper 1; }
`,
      'b.bats': 'export BATS_TEST_TIMEOUT=1\n@test "too slow" { sleep 100000; }\n',
    });
    expect(told(report)).toEqual([
      'failed exits with seven',
      'failed exits with zero',
      'errored tear-down',
      'failed fails in a function',
      'timed-out too slow',
    ]);
    expect(report.observations[3]?.message).toContain('from function `helper');
    expect(report.problems).toEqual([]);
  });

  test('a broken set-up of a file errors its tests alone; its tear-down is a problem', async () => {
    const report = await runAll({
      'a.bats': 'setup_file() { echo "no database"; false; }\n@test "one" { true; }\n@test "two" { true; }\n',
      'b.bats': 'teardown_file() { echo "cannot drop"; false; }\n@test "three" { true; }\n',
    });
    expect(told(report)).toEqual(['errored one', 'errored two', 'passed three']);
    expect(report.observations[1]?.message).toContain('no database');
    expect(report.problems).toEqual([expect.stringMatching(/^teardown_file failed: [\s\S]*cannot drop/)]);
  });

  test('a broken set-up of the suite errors every test', async () => {
    const report = await runAll({
      'setup_suite.bash': 'setup_suite() { false; }\n',
      'a.bats': '@test "one" { true; }\n',
      'b.bats': '@test "two" { true; }\n',
    });
    expect(told(report)).toEqual(['errored one', 'errored two']);
  });

  test('a test after one that died still runs', async () => {
    const report = await runAll({ 'a.bats': '@test "dies" { kill -9 $$; }\n@test "lives" { true; }\n' });
    expect(told(report)).toEqual(['crashed dies', 'passed lives']);
    expect(report.problems).toEqual(['the process of a.bats > dies died']);
  });
});

describe('order of BATS', () => {
  const SUITE = {
    'setup_suite.bash': 'setup_suite() { echo suite >>"$TMPDIR/log"; }\n',
    'a.bats': 'setup_file() { echo a >>"$TMPDIR/log"; }\n@test "one" { true; }\n@test "two" { true; }\n',
    'b.bats': '@test "one" { true; }\n@test "tells" { tr "\\n" " " <"$TMPDIR/log"; false; }\n',
  };
  const shown = (message: string | undefined) => message?.split('\n').at(-1)?.trim();

  test('a natural order is one process, with the fixtures of suite and files once', async () => {
    await withProject(await project(SUITE), async ({ suite, run }) => {
      const report = await run(suite);
      expect(told(report)).toEqual(['passed one', 'passed two', 'passed one', 'failed tells']);
      expect(shown(report.observations.at(-1)?.message)).toBe('suite a');
    });
  });

  test('any other order is several processes, and a name in two files is not confused', async () => {
    await withProject(await project(SUITE), async ({ run }) => {
      const order = ['a.bats > two', 'a.bats > one', 'b.bats > tells'];
      const report = await run(order);
      expect(report.observations.map(({ test: id }) => id)).toEqual(order);
      expect(shown(report.observations.at(-1)?.message)).toBe('suite a suite a suite');
    });
  });

  test('a repetition is the whole selection once more', async () => {
    await withProject(await project(SUITE), async ({ run }) => {
      const { observations } = await run(['a.bats > one', 'b.bats > one'], { repeat: 2 });
      expect(observations.map(({ test: id, run: nth }) => `${nth} ${id}`)).toEqual([
        ...['0 a.bats > one', '0 b.bats > one', '1 a.bats > one', '1 b.bats > one'],
      ]);
    });
  });
});

describe('listing of BATS', () => {
  test('reports when BATS counts differently', async () => {
    const files = { 'a.bats': '@test "same" { true; }\n@test "same" { true; }\n' };
    const { problems } = await withProject(await project(files), ({ list }) => list());
    expect(problems.join()).toMatch(/2 tests were read from the files, but bats counts: .*Duplicate test name/s);
  });

  test('leaves out libraries and copies of BATS, unless they are named', async () => {
    const one = '@test "one" { true; }\n';
    const files = { 'test/a.bats': one, 'test/test_helper/bats-assert/test/b.bats': one, 'node_modules/x/c.bats': one };
    expect(await withProject(await project(files), ({ list }) => list())).toEqual({
      tests: ['test/a.bats > one'],
      problems: [],
    });
    const named = { files: ['node_modules/x/c.bats'] };
    expect((await withProject(await project(files, named), ({ list }) => list())).tests).toEqual([
      'node_modules/x/c.bats > one',
    ]);
  });

  test('flags that choose tests or reports are refused', async () => {
    const files = { 'a.bats': '@test "one" { true; }\n' };
    const { tests, problems } = await withProject(await project(files, { args: ['--filter-tags', 'x'] }), ({ list }) =>
      list(),
    );
    expect(tests).toEqual([]);
    expect(problems).toEqual(['not supported: flags of bats: --filter-tags']);
  });
});

test('a BATS before 1.8 is refused with its version', async () => {
  const tools = await npmTools({ bats: '1.1.0' });
  const program: [string] = [join(tools, 'node_modules/bats/bin/bats')];
  const files = { 'a.bats': '@test "one" { true; }\n' };
  await withProject({ adapter: bats, program, files }, async ({ list }) => {
    const { tests, problems } = await list();
    expect(tests).toEqual([]);
    expect(problems.join('\n')).toMatch(/BATS 1\.1\.0, and 1\.8 or later is needed/);
  });
});
