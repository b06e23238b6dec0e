/** What a test sees in the recorded JVM with its archive, against what it sees when the driver starts it. Part of the tests of Maven, whose build it shares. */
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BuiltProgram } from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import type { Conditions } from '../../src/contract/trial.ts';
import { openBuiltLater } from '../../src/engine/launchers/built-later.ts';
import { buildPrograms, withPrograms } from '../../src/engine/launchers/compiled.ts';
import { machineHere } from '../../src/engine/machine.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial, type TrialRun } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { effectOf } from '../../src/knobs/index.ts';
import { maven } from '../../src/runners/maven.ts';
import { type OpenProject, PROBES, type RunnerProject } from '../contract/runner-arm.ts';
import { SETTINGS, trialOf } from '../unit/engine/sample-trial.ts';

const TARGET = testId('core/x.TellsTest::library');

export function testRecordedJvm(
  project: () => { readonly open: OpenProject<RunnerProject>; readonly suite: readonly string[] },
) {
  describe('a recorded JVM', () => {
    let place: string;
    let workspace: TrialWorkspace;
    let cold: Subject;
    let fast: Subject;
    let programs: readonly BuiltProgram[];
    let cache: string;

    beforeAll(async () => {
      const { open, suite } = project();
      place = await mkdtemp(join(tmpdir(), 'recorded-'));
      cache = (await open.context()).cache!;
      workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
      const program = open.fixture.program;
      const bare = { root: open.root, folder: open.root, adapter: maven, program, settings: SETTINGS, probes: PROBES };
      cold = { ...bare, cache, suite: suite.map(testId) };
      programs = await buildPrograms(cold, workspace, TARGET);
      fast = withPrograms(cold, programs);
    });
    afterAll(async () => {
      await workspace?.close();
      await rm(place, { recursive: true, force: true });
    });

    const run = (subject: Subject, names: readonly string[], conditions: Conditions = {}) => {
      const tests = names.map((name) => testId(`core/x.${name}`));
      const effect = Object.keys(conditions).length === 0 ? {} : effectOf(conditions, machineHere());
      return runTrial(trialOf({ tests, watch: 'all', conditions }), subject, workspace, { effect });
    };
    const words = ({ observations }: TrialRun) =>
      observations.map(({ message }) => message?.split('\n')[0]?.replace(/^.*?Error: /, ''));
    const tells = (...names: readonly string[]) => names.map((name) => `TellsTest::${name}`);

    test('has an archive, and starts without our driver', async () => {
      expect(programs).toMatchObject([{ file: 'core/', jvm: { withoutArchive: null, perClass: false } }]);
      const { command, observations, problems } = await run(fast, tells('library'));
      expect(command.argv.join(' ')).toMatch(
        /^\/bin\/sh .*\/java .*-XX:SharedArchiveFile=\S+.* -Dflag=1 .*unflake\.Probe/,
      );
      expect(observations).toMatchObject([{ test: TARGET, outcome: 'failed' }]);
      expect(problems).toEqual([]);
    });

    test('shows a test the same classes, files, properties, variables and threads, but not what another run has drawn', async () => {
      const names = tells('whatItDrew', 'threads', 'properties', 'places', 'whoseClass', 'library');
      const [before, after] = [await run(cold, names), await run(fast, names)];
      const [[drawn, ...seen], [other, ...same]] = [words(before), words(after)] as [string[], string[]];
      // The folders of a trial and the variables that only our driver reads are its own.
      const plain = (text: string) => text.replace(/UNFLAKE_\w+, |SHLVL, |OLDPWD, |_, /g, '');
      expect(same.map(plain)).toEqual(seen.map(plain));
      expect(same.slice(-2)).toEqual(["the project's", 'it is there']);
      expect(other).toMatch(/^-?\d+$/);
      expect(other).not.toBe(drawn);
      expect(words(await run(fast, tells('whatItDrew')))).not.toEqual([other]);
      expect(after.output.stdout).toContain('the hook ran');
    });

    test('ends as the test ends it', async () => {
      const { observations, ending, output } = await run(fast, ['ExitsTest::exits']);
      expect(observations).toMatchObject([{ outcome: 'crashed' }]);
      expect(ending.code).toBe(3);
      expect(output.stdout).toContain('the hook ran');
    });

    test('runs under conditions', async () => {
      vi.stubEnv('XDG_CACHE_HOME', join(place, 'cache'));
      try {
        const conditions = { tz: 'Asia/Kathmandu', date: '2024-02-29T12:00:00', network: 'off' };
        expect(words(await run(fast, tells('conditions'), conditions))).toEqual(['Asia/Kathmandu 2024-02-29']);
      } finally {
        vi.unstubAllEnvs();
      }
    });

    test('is trusted once it agrees with the driver, but not for trials that measure time', async () => {
      const { launcher, close, ...later } = openBuiltLater(cold, workspace, { target: TARGET, timeBoxMs: 60_000 }, 0);
      const trial = trialOf({ tests: [TARGET], watch: 'all' });
      const own = { ...workspace, launcher };
      const { command } = await runTrial(trial, cold, own);
      expect([launcher.name, launcher.keeps, later.distrust]).toEqual(['recorded command', 'built-programs', null]);
      expect(command.argv[0]).toBe('/bin/sh');
      expect(launcher.subjectFor?.({ ...trial, exclusive: true })).toBe(cold);
      await close();
    });

    test('leaves several modules, and classes that each want a JVM, to the driver', () => {
      const request = { suite: [], repeat: 1, conditions: {}, seed: 1 };
      const context = { root: '/p', probes: '/probes', folder: '/t', program: ['mvn'], settings: SETTINGS } as const;
      const command = (...tests: readonly string[]) =>
        maven.compiled.command({ ...request, tests: tests.map(testId) }, context, programs);
      expect(command(TARGET, 'core/x.AroundTest::one')?.argv[0]).toBe('/bin/sh');
      expect(command(TARGET, 'old/x.AlphaTest::sells')).toBeNull();
    });

    test('never gets classes from a jar that has changed, and starts without an archive that is broken', async () => {
      const jar = join(programs[0]!.cwd, 'lib', 'own.jar');
      const archives = readdirSync(join(cache, 'junit'))
        .filter((name) => name.startsWith('archive-'))
        .toSorted();
      expect(archives).toHaveLength(1);
      const archive = join(cache, 'junit', archives[0]!, 'classes.jsa');
      const restoreJar = replaced(jar, Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]));
      const gone = await run(fast, tells('library'));
      restoreJar();
      expect(words(gone)).toEqual(['it is gone']);
      const restoreArchive = replaced(archive, readFileSync(archive).subarray(0, 5000));
      const broken = await run(fast, tells('library'));
      restoreArchive();
      expect(words(broken)).toEqual(['it is there']);
      expect(broken.output.stdout).not.toMatch(/\[(?:warning|error)/);
    });
  });
}

/** Gives the file other bytes. What comes back restores the old ones, and the time by which Java knows them. */
function replaced(path: string, bytes: Buffer): () => void {
  const before = readFileSync(path);
  const { atime, mtime } = statSync(path);
  const write = (content: Buffer) => {
    rmSync(path);
    writeFileSync(path, content);
  };
  write(bytes);
  return () => {
    write(before);
    utimesSync(path, atime, mtime);
  };
}
