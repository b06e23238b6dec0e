/** When programs that are built once are used, and when not, with the real tools. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import { cargoProgram } from '../../../../scripts/toolchains/rust.mjs';
import type { RunnerAdapter } from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import { chooseLauncher, type Launch, type LaunchRequest } from '../../src/engine/launchers/choose-launcher.ts';
import { listTests } from '../../src/engine/subject/list-tests.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace, type TrialWorkspaceOptions } from '../../src/engine/trial-workspace.ts';
import { cargoTest } from '../../src/runners/cargo-test.ts';
import { goTest } from '../../src/runners/go-test.ts';
import { PROBES } from '../contract/runner-arm.ts';
import { trialOf } from '../unit/engine/sample-trial.ts';
import { writeFiles } from './small-project.ts';

let place: string;
let workspace: TrialWorkspace;
let chosen: Launch;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'compiled-')));
});
afterEach(async () => {
  await chosen.close();
  await workspace.close();
  rmSync(place, { recursive: true });
});

async function choose(
  adapter: RunnerAdapter,
  program: string,
  files: Readonly<Record<string, string>>,
  {
    timeBoxMs = 60_000,
    launcher = 'fastest',
    ...options
  }: Omit<Partial<TrialWorkspaceOptions>, 'launcher'> & Partial<Pick<LaunchRequest, 'timeBoxMs' | 'launcher'>> = {},
): Promise<Launch> {
  const root = join(place, 'project');
  await writeFiles(root, files);
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs'), ...options });
  const bare: Subject = {
    root,
    folder: root,
    adapter,
    program: [program],
    settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
    probes: PROBES,
    cache: join(place, 'cache'),
    suite: [],
  };
  const { tests } = await listTests(bare, workspace);
  chosen = await chooseLauncher({ ...bare, suite: tests }, workspace, {
    target: tests.at(-1)!,
    jobs: 1,
    timeBoxMs,
    launcher,
  });
  return chosen;
}

const goProject = (body: string) => ({
  'go.mod': 'module example.com/trust\n\ngo 1.16\n',
  'trust_test.go': `package trust\n\nimport ("os"; "strings"; "testing"; "time")\n\nvar _, _, _ = os.Args, strings.Contains, time.Sleep\n\nfunc TestOne(t *testing.T) { ${body} }\n`,
});

test('not used where cold starts are asked for', async () => {
  const { launcher, distrust } = await choose(goTest, await goProgram(), goProject(''), { launcher: 'cold' });
  expect([launcher.name, launcher.keeps, distrust]).toEqual(['cold', 'nothing', null]);
});

test('a Go program that agrees with go test is run instead of it, from a fresh process each time', async () => {
  const launch = await choose(goTest, await goProgram(), goProject(''));
  expect(launch).toMatchObject({ launcher: { name: 'compiled', keeps: 'built-programs' }, distrust: null });
  const tests = [testId('.::TestOne')];
  const own = { ...workspace, launcher: launch.launcher };
  const { command, observations } = await runTrial(trialOf({ tests, watch: 'all' }), launch.subject, own);
  expect(command.argv[0]).toMatch(/\.test$/);
  expect(observations).toMatchObject([{ outcome: 'passed' }]);
});

test('a Go test that sees how it was started sends its project back to go test, and the reason is reported', async () => {
  const body = 'if !strings.Contains(os.Args[0], "go-build") { t.Fatal(os.Args[0]) }';
  const launch = await choose(goTest, await goProgram(), goProject(body));
  expect(launch.launcher.name).toBe('cold');
  expect(launch.distrust).toMatch(
    /^\.::TestOne was passed in 9 of 9 runs .* failed in 9 of 9 runs of the built program$/,
  );
});

test('a run of go test that was cut off proves nothing: the program is not used for it', async () => {
  const body = `if !strings.Contains(os.Args[0], "go-build") { t.Fatal(os.Args[0]) }
    if seen, _ := os.ReadFile("runs"); len(seen) == 1 { os.WriteFile("runs", []byte("22"), 0o600); time.Sleep(time.Hour) } else if len(seen) == 0 { os.WriteFile("runs", []byte("1"), 0o600) }`;
  const launch = await choose(goTest, await goProgram(), goProject(body), { timeBoxMs: 15_000 });
  expect(launch.launcher.name).toBe('cold');
  expect(launch.distrust).toMatch(/failed in 9 of 9 runs of the built program$/);
});

test('tests that hang among their neighbours are compared by the target alone, and cost one time box', async () => {
  const files = goProject('os.Setenv("HANGS", "1")');
  const hanging = 'func TestTwo(t *testing.T) { if os.Getenv("HANGS") != "" { time.Sleep(time.Hour) } }\n';
  const launch = await choose(
    goTest,
    await goProgram(),
    { ...files, 'two_test.go': `package trust\n\nimport ("os"; "testing"; "time")\n\n${hanging}` },
    // Enough for `go test` on a busy machine.
    { timeBoxMs: 15_000 },
  );
  expect(launch).toMatchObject({ launcher: { name: 'compiled' }, distrust: null });
});

test('a test that hangs by itself is left to the runner, and the reason is reported', async () => {
  const launch = await choose(goTest, await goProgram(), goProject('time.Sleep(time.Hour)'), { timeBoxMs: 3_000 });
  expect(launch.launcher.name).toBe('cold');
  expect(launch.distrust).toMatch(/^\.::TestOne did not end within 3 s, /);
});

test('a cargo program that agrees with cargo test is run instead of it, and finds the environment that cargo gives', async () => {
  const launch = await choose(cargoTest, await cargoProgram(), {
    'Cargo.toml': '[package]\nname = "trust"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': '#[test] fn one() { assert_eq!(std::env::var("CARGO_PKG_NAME").unwrap(), "trust"); }\n',
  });
  expect(launch).toMatchObject({ launcher: { name: 'compiled' }, distrust: null });
});

test('a trial with its own copy of the project is not run by a program that was built from another', async () => {
  const launch = await choose(goTest, await goProgram(), goProject(''), { subjectFiles: 'copy' });
  expect(launch).toMatchObject({ launcher: { name: 'cold' }, distrust: 'each trial has its own copy of the project' });
});
