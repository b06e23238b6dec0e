/** What every runner adapter must do with its real tool: one body, an arm per runner and version. An absent tool is a failure, not a skip. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import { runCommand } from './run-command.ts';
import { type OpenProject, openProject, type RunnerArm, type RunnerFixture, requestFor } from './runner-arm.ts';

export type { RunnerArm, RunnerFixture } from './runner-arm.ts';

type OpenArm = OpenProject<RunnerFixture>;

export function runnerContract(arm: RunnerArm): void {
  const { name, adapter } = arm;
  describe(`${name} keeps the contract of runners`, () => {
    let open: OpenArm;
    beforeAll(async () => {
      open = await openProject(adapter, arm.fixture);
    });
    afterAll(() => open?.close());

    test('lists every test in the order in which it would run, and leaves the project as it was', async () => {
      const before = await everyFile(open.root);
      const listing = await open.list();
      expect(listing).toEqual({ tests: open.fixture.suite, problems: [] });
      expect(await everyFile(open.root)).toEqual(before);
    });

    test('gives back ids with awkward characters, parameters and duplicate names, and leaves the project as it was', async () => {
      const { odd } = open.fixture;
      const before = await everyFile(open.root);
      expect(outcomes(await open.run(odd))).toEqual(odd.map((id) => `passed 0 ${id}`));
      expect(await everyFile(open.root)).toEqual(before);
    });

    test('runs one test alone', async () => {
      const { victim } = open.fixture;
      expect(await open.run([victim])).toMatchObject({
        observations: [{ test: victim, run: 0, outcome: 'passed', ms: expect.any(Number) }],
        problems: [],
      });
    });

    test('runs a subset in the order of the suite', async () => {
      const { victim, polluter } = open.fixture;
      expect(outcomes(await open.run([victim, polluter]))).toEqual([`passed 0 ${victim}`, `passed 0 ${polluter}`]);
    });

    if (adapter.can.order === 'any' || adapter.can.order === 'within-file') {
      test('runs a subset in another order, in one process', async () => {
        const { victim, polluter } = open.fixture;
        expect(outcomes(await open.run([polluter, victim]))).toEqual([`passed 0 ${polluter}`, `failed 0 ${victim}`]);
      });
    }

    if (adapter.can.repeat) {
      test('repeats the whole selection in one process', async () => {
        const { victim, selfPolluter } = open.fixture;
        const order = inSuiteOrder(open, [victim, selfPolluter]);
        const expected = [0, 1, 2].flatMap((run) =>
          order.map((id) => `${id === selfPolluter && run > 0 ? 'failed' : 'passed'} ${run} ${id}`),
        );
        expect(outcomes(await open.run(order, { repeat: 3 }))).toEqual(expected);
      });
    }

    if (adapter.can.repeat && (adapter.can.order === 'any' || adapter.can.order === 'within-file')) {
      test('runs a test that is named several times after each of the others, in one process', async () => {
        const { victim, polluter } = open.fixture;
        const expected = [`passed 0 ${victim}`, `passed 0 ${polluter}`, `failed 1 ${victim}`];
        expect(outcomes(await open.run([victim, polluter, victim]))).toEqual(expected);
      });
    }

    if (adapter.can.fork) {
      test('runs each piece of a selection in a fork of its own, and counts on over the pieces', async () => {
        const { victim, polluter } = open.fixture;
        const report = await open.run([victim, polluter, victim, victim], { forks: [1, 2, 1], forkMs: 30_000 });
        const victims = outcomes(report).filter((line) => line.endsWith(victim));
        expect(victims).toEqual([`passed 0 ${victim}`, `failed 1 ${victim}`, `passed 2 ${victim}`]);
      });
    }

    test('tells a failure with a message and a fingerprint that the next run repeats', async () => {
      const { fails } = open.fixture;
      const [first] = (await open.run([fails])).observations;
      const [second] = (await open.run([fails])).observations;
      expect(first).toMatchObject({ test: fails, outcome: 'failed', message: expect.stringMatching(/\S/) });
      expect(first?.fingerprint).toMatch(/^f-[0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5}$/);
      expect(second?.fingerprint).toBe(first?.fingerprint);
    });

    test('calls a broken set-up errored and a skipped test skipped', async () => {
      const { errors, skips } = open.fixture;
      const order = inSuiteOrder(open, errors === undefined ? [skips] : [errors, skips]);
      const said = outcomes(await open.run(order));
      expect(said).toEqual(order.map((id) => `${id === errors ? 'errored' : 'skipped'} 0 ${id}`));
    });

    if (arm.retries === 'forced off') {
      test('does not let retries hide a failure', async () => {
        const { retried } = open.fixture;
        const report = await open.run([retried!]);
        expect(outcomes(report)).toEqual([`failed 0 ${retried}`]);
        // A retry that was seen, though its result was not taken, would stand here.
        expect(report.problems).toEqual([]);
      });
    }

    test('has no record of a test that does not exist, and runs the rest', async () => {
      const { passes } = open.fixture;
      const unknown = `${passes} that nobody wrote`;
      const alone = await open.run([unknown]);
      expect(alone.observations).toEqual([]);
      const beside = await open.run([unknown, passes]);
      expect(outcomes(beside)).toEqual([`passed 0 ${passes}`]);
      expect(beside.problems.join('\n')).toContain('that nobody wrote');
    });

    test.each(['exitsSeven', 'exitsZero', 'killsItself'] as const)('names the test that crashed: %s', async (role) => {
      const { passes, [role]: crasher } = open.fixture;
      const { observations, problems } = await open.run([passes, crasher]);
      expect(observations.find((seen) => seen.test === passes)?.outcome).toBe('passed');
      expect(observations.find((seen) => seen.test === crasher)).toMatchObject({
        outcome: 'crashed',
        fingerprint: expect.stringMatching(/^f-/),
      });
      expect(problems).not.toEqual([]);
    });

    test('names the test that hung', async () => {
      const { passes, hangs } = open.fixture;
      const begins = arm.begins ?? ((line, id) => line.includes('"start"') && line.includes(JSON.stringify(id)));
      const started = (text: string) => text.split('\n').some((line) => begins(line, hangs));
      const timeIsUp = (files: Readonly<Record<string, string>>) => Object.values(files).some(started);
      const report = await open.run([passes, hangs], {}, { timeIsUp });
      expect(outcomes(report)).toEqual([`passed 0 ${passes}`, `timed-out 0 ${hangs}`]);
    });

    if (adapter.can.phases) {
      test('tells how long set-up, body and tear-down took', async () => {
        const [seen] = (await open.run([open.fixture.passes])).observations;
        const number = expect.any(Number);
        expect(seen?.phases).toEqual({ setup: number, call: number, teardown: number });
      });
    }

    test('reads a report that was cut anywhere, and says so', async () => {
      const { passes, fails } = open.fixture;
      const place = await open.context();
      const request = requestFor(open.fixture, inSuiteOrder(open, [passes, fails]));
      const raw = await runCommand(adapter.command(request, place), place);
      for (const [path, text] of Object.entries(raw.files)) {
        for (let cut = 0; cut < text.length - 1; cut += 7) {
          const report = adapter.parse({ ...raw, files: { [path]: text.slice(0, cut) } }, request, place);
          expect(report.problems).not.toEqual([]);
          expect(report.observations.filter((seen) => seen.test === fails && seen.outcome === 'passed')).toEqual([]);
        }
      }
    });

    test('its plain command, where there is one, tells passed, failed and missing apart', async () => {
      const { passes, fails } = open.fixture;
      for (const [id, expected] of [
        [passes, 'passed'],
        [fails, 'failed'],
        [`${passes} that nobody wrote`, 'missing'],
      ] as const) {
        const place = await open.context();
        const request = requestFor(open.fixture, [id]);
        const command = adapter.plain(request, place);
        if (command) expect(adapter.parsePlain(await runCommand(command, place), request)).toBe(expected);
      }
    });

    test('its plain command, where there is one, is judged by the outcome of the target and not by that of another test', async () => {
      const { passes, fails } = open.fixture;
      const place = await open.context();
      const request = requestFor(open.fixture, inSuiteOrder(open, [passes, fails]));
      const command = adapter.plain(request, place);
      if (command === null) return;
      const raw = await runCommand(command, place);
      const judged = [passes, fails].map((id) => adapter.parsePlain(raw, { ...request, target: testId(id) }));
      expect(judged).toEqual(['passed', 'failed']);
    });
  });
}

/** One line each, so that a difference shows as a difference of lists. */
function outcomes({ observations }: Report): string[] {
  return observations.map(({ outcome, run, test: id }) => `${outcome} ${run} ${id}`);
}

function inSuiteOrder({ fixture: { suite } }: OpenArm, ids: readonly string[]): readonly string[] {
  return ids.toSorted((a, b) => suite.indexOf(a) - suite.indexOf(b));
}

async function everyFile(root: string): Promise<readonly string[]> {
  const names = await readdir(root, { recursive: true });
  const own = names.filter((name) => !name.startsWith('node_modules')).sort();
  return Promise.all(
    own.map(async (name) => {
      const { size, mtimeMs } = await stat(join(root, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
}
