/** What only go test has: TestMain, t.Parallel, panics in any goroutine, subtests, external test packages, packages that do not build. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import type { RunRequest } from '../../src/contract/runner.ts';
import { goTest } from '../../src/runners/go-test.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

const FILES = {
  'go.mod': 'module example.com/traits\n\ngo 1.16\n',
  'broken/broken_test.go': 'package broken\n\nimport "testing"\n\nfunc TestNeverBuilt(t *testing.T) { undefined() }\n',
  'setup/setup_test.go': `package setup

import ("fmt"; "os"; "testing")

func TestMain(m *testing.M) { fmt.Println("no database"); os.Exit(1) }

func TestOne(t *testing.T) {}

func TestTwo(t *testing.T) {}
`,
  'traits/traits_test.go': `package traits

import ("fmt"; "testing")

// What a project may call its own must not clash with what the probe imports.
var json, os, sync = 1, 2, 3

func TestSubtests(t *testing.T) {
	t.Run("first", func(t *testing.T) {})
	t.Run("second", func(t *testing.T) { t.Log("told by the second"); t.Fail() })
}

func TestParallelOne(t *testing.T) { t.Parallel() }

func TestParallelTwo(t *testing.T) { t.Parallel(); t.Run("inner", func(t *testing.T) { t.Parallel(); t.Error("inner broke") }) }

func TestSerial(t *testing.T) {}

func TestPanics(t *testing.T) { var nobody *struct{ name string }; fmt.Println(nobody.name) }

func TestPanicsElsewhere(t *testing.T) {
	go func() { panic("in another goroutine") }()
	select {}
}

func TestPanicsInSubtest(t *testing.T) { t.Run("inner", func(t *testing.T) { panic("deep below") }) }

func TestParallelPanics(t *testing.T) { t.Parallel(); panic("side by side") }

var printed = 0

func ExamplePrints() {
	printed++
	fmt.Println("time", printed)
	// Output: time 1
}

func ExampleInAnyOrder() {
	fmt.Println("b")
	fmt.Println("a")
	// Unordered output:
	// a
	// b
}

func ExampleOnlyCompiled() { panic("never run") }

func FuzzGivenInputs(f *testing.F) {
	f.Add(1)
	f.Add(2)
	f.Fuzz(func(t *testing.T, number int) {
		if number == 2 { t.Error("two is too many") }
	})
}

func FuzzPasses(f *testing.F) {
	f.Add("x")
	f.Fuzz(func(t *testing.T, text string) {})
}

func FuzzPanics(f *testing.F) { panic("in a target") }
`,
} as const;

const inTraits = (...names: readonly string[]) => names.map((name) => `traits::Test${name}`);

describe('go test', () => {
  let project: OpenProject<RunnerProject>;
  const run = (tests: readonly string[], changes?: Partial<RunRequest>) => project.run(tests, changes);
  beforeAll(async () => {
    project = await openProject(goTest, async (folder) => {
      await writeFiles(folder, FILES);
      return { program: [await goProgram()], suite: [] };
    });
  });
  afterAll(() => project?.close());

  test('lists tests without running TestMain, with examples and fuzz targets after them, and names the package that does not build', async () => {
    const { tests, problems } = await project.list();
    expect(tests.slice(0, 2)).toEqual(['setup::TestOne', 'setup::TestTwo']);
    expect(tests).toHaveLength(15);
    const behind = ['ExamplePrints', 'ExampleInAnyOrder', 'FuzzGivenInputs', 'FuzzPasses', 'FuzzPanics'];
    expect(tests.slice(-5)).toEqual(behind.map((name) => `traits::${name}`));
    expect(problems).toEqual([expect.stringMatching(/^broken does not build[\s\S]*undefined/)]);
  });

  test('a TestMain that ends before the tests makes them errored, with its output', async () => {
    const report = await run(['setup::TestOne', 'setup::TestTwo']);
    expect(told(report)).toEqual(['errored TestOne', 'errored TestTwo']);
    expect(report.observations[0]?.message).toContain('no database');
  });

  test('a package that does not build is a problem, and its tests have no record', async () => {
    const report = await run(['broken::TestNeverBuilt', ...inTraits('Serial')]);
    expect(told(report)).toEqual(['passed TestSerial']);
    expect(report.problems.join('\n')).toMatch(/example\.com\/traits\/broken does not build: [\s\S]*undefined/);
  });

  test('subtests belong to their parent, and so does their output', async () => {
    const { observations } = await run(inTraits('Subtests'));
    expect(observations).toMatchObject([{ outcome: 'failed', message: expect.stringContaining('told by the second') }]);
    expect(observations[0]?.message).not.toContain('first');
  });

  test('examples are tests: their output is compared with their comment', async () => {
    const examples = ['traits::ExampleInAnyOrder', 'traits::ExamplePrints'];
    expect(told(await run(examples))).toEqual(['passed ExampleInAnyOrder', 'passed ExamplePrints']);
    const { observations } = await run(['traits::ExamplePrints'], { repeat: 2 });
    expect(observations).toMatchObject([
      { outcome: 'passed' },
      { outcome: 'failed', message: expect.stringMatching(/got:\s+time 2\s+want:\s+time 1/) },
    ]);
  });

  test('fuzz targets are tests: they run with their seed inputs, after the tests', async () => {
    const report = await run(['traits::FuzzGivenInputs', 'traits::FuzzPasses', ...inTraits('Serial')], { repeat: 2 });
    expect(told(report).slice(0, 2)).toEqual(['passed TestSerial', 'passed TestSerial']);
    expect(told(report).slice(2).sort()).toEqual([
      'failed FuzzGivenInputs',
      'failed FuzzGivenInputs',
      'passed FuzzPasses',
      'passed FuzzPasses',
    ]);
    const failed = report.observations.find(({ outcome }) => outcome === 'failed');
    expect(failed?.message).toContain('two is too many');
    expect(report.problems).toEqual([]);
  });

  test('a panic in a fuzz target is crashed, with the line of the project', async () => {
    const { observations } = await run(['traits::FuzzPanics']);
    expect(observations).toMatchObject([
      { outcome: 'crashed', message: expect.stringMatching(/in a target[\s\S]*traits_test\.go:\d+/) },
    ]);
  });

  test('tests that call t.Parallel end after the others, and their parallel subtests count as theirs', async () => {
    const { observations, problems } = await run(inTraits('ParallelOne', 'ParallelTwo', 'Serial'), {
      conditions: { workers: '2' },
    });
    expect(Object.fromEntries(observations.map(({ test: id, outcome }) => [id.slice(12), outcome]))).toEqual({
      ParallelOne: 'passed',
      ParallelTwo: 'failed',
      Serial: 'passed',
    });
    expect(problems).toEqual([]);
  });

  test('a panic is crashed, with its message and the line of the project, and waiting tests are not blamed', async () => {
    const { observations } = await run(inTraits('ParallelOne', 'Serial', 'Panics'));
    expect(observations).toMatchObject([
      { test: inTraits('Serial')[0], outcome: 'passed' },
      {
        test: inTraits('Panics')[0],
        outcome: 'crashed',
        message: expect.stringMatching(/nil pointer[\s\S]*traits_test\.go:\d+/),
      },
    ]);
  });

  test.each([
    ['PanicsElsewhere', 'in another goroutine'],
    ['PanicsInSubtest', 'deep below'],
  ])('a panic outside the goroutine of the test is reported with its message: %s', async (name, words) => {
    const [seen] = (await run(inTraits(name))).observations;
    expect(seen).toMatchObject({ outcome: 'crashed', message: expect.stringContaining(words) });
    expect(seen?.message).toContain('traits_test.go');
  });

  test('a panic after t.Parallel blames the test that caused it', async () => {
    const report = await run(inTraits('ParallelOne', 'ParallelPanics', 'Serial'), { conditions: { workers: '1' } });
    expect(report.observations.find(({ outcome }) => outcome === 'crashed')?.test).toBe(inTraits('ParallelPanics')[0]);
    expect(report.observations.filter(({ outcome }) => outcome === 'crashed')).toHaveLength(1);
  });

  test('a test may be in the selection twice', async () => {
    const { observations } = await run(inTraits('Serial', 'Serial'));
    expect(observations.map((seen) => `${seen.outcome} ${seen.run}`)).toEqual(['passed 0', 'passed 1']);
  });
});
