/**
 * What every runner adapter must do with its real tool: one body, an arm per runner and version. A missing tool is a failure, not a skip.
 * Starting the tool is expensive, so tests that only inspect a run share one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyFile } from './every-file.ts';
import { once } from './once.ts';
import { plainCommandContract } from './plain-command.ts';
import { runCommand } from './run-command.ts';
import { inSuiteOrder, type OpenArm, openProject, outcomes, type RunnerArm, requestFor } from './runner-arm.ts';

export type { Age, RunnerArm, RunnerFixture } from './runner-arm.ts';

export function runnerContract(arm: RunnerArm): void {
  const { name, adapter } = arm;
  describe(`${name} keeps the contract of runners`, () => {
    let open: OpenArm;
    beforeAll(async () => {
      open = await openProject(adapter, arm.fixture);
    });
    afterAll(() => open?.close());

    const unknown = () => `${open.fixture.passes} that nobody wrote`;
    /** Every test that comes to an end by itself, in the order of the suite, and one that does not exist, in one run. */
    const together = once(async () => {
      const { odd, victim, polluter, passes, fails, errors, skips, retried } = open.fixture;
      const roles = [victim, polluter, passes, fails, errors, skips, retried].filter((id) => id !== undefined);
      const tests = inSuiteOrder(open, [...odd, ...roles]);
      const before = await everyFile(open.root);
      // In its place: a file may be run where its first test is asked for.
      const report = await open.run(tests.flatMap((id) => (id === passes ? [unknown(), id] : [id])));
      return { tests, report, before, after: await everyFile(open.root) };
    });
    const seenTogether = async (id: string) =>
      (await together()).report.observations.filter((observation) => observation.test === id);
    const canReorder = adapter.can.order === 'any' || adapter.can.order === 'within-file';
    /** Of few tests, two of them in another order where there can be one. */
    const few = once(async () => {
      const { suite, victim, polluter, passes, fails } = open.fixture;
      const swapped =
        suite.indexOf(fails) < suite.indexOf(victim) ? [fails, polluter, victim] : [polluter, victim, fails];
      const tests = canReorder ? swapped : inSuiteOrder(open, [passes, fails]);
      const place = await open.context();
      const request = requestFor(open.fixture, tests);
      const raw = await runCommand(adapter.command(request, place), place);
      return { tests, raw, request, place, report: adapter.parse(raw, request, place) };
    });

    test('lists every test in the order in which it would run, and leaves the project as it was', async () => {
      const before = await everyFile(open.root);
      const listing = await open.list();
      expect(listing).toEqual({ tests: open.fixture.suite, problems: [] });
      expect(await everyFile(open.root)).toEqual(before);
    });

    test('returns ids with awkward characters, parameters and duplicate names, and leaves the project as it was', async () => {
      const { odd } = open.fixture;
      const { report, before, after } = await together();
      const seen = report.observations.filter((observation) => odd.includes(observation.test));
      expect(outcomes({ ...report, observations: seen })).toEqual(odd.map((id) => `passed 0 ${id}`));
      expect(after).toEqual(before);
    });

    test('runs what was selected and nothing else, in the order of the suite', async () => {
      const { tests, report } = await together();
      expect(report.observations.map((observation) => observation.test)).toEqual(tests);
    });

    if (arm.age !== 'older') {
      test('runs one test alone', async () => {
        const { victim } = open.fixture;
        expect(await open.run([victim])).toMatchObject({
          observations: [{ test: victim, run: 0, outcome: 'passed', ms: expect.any(Number) }],
          problems: [],
        });
      });
    }

    if (canReorder) {
      test('runs a subset in another order, in one process', async () => {
        const { tests, report } = await few();
        const { polluter } = open.fixture;
        expect(outcomes(report)).toEqual(tests.map((id) => `${id === polluter ? 'passed' : 'failed'} 0 ${id}`));
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

    if (adapter.can.repeat && canReorder) {
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

    test('reports a failure with a message and a fingerprint that the next run repeats', async () => {
      const { fails } = open.fixture;
      const [first] = await seenTogether(fails);
      const second = (await few()).report.observations.find((seen) => seen.test === fails);
      expect(first).toMatchObject({ test: fails, outcome: 'failed', message: expect.stringMatching(/\S/) });
      expect(first?.fingerprint).toMatch(/^f-[0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5}$/);
      expect(second?.fingerprint).toBe(first?.fingerprint);
    });

    test('reports a broken set-up as errored and a skipped test as skipped', async () => {
      const { errors, skips } = open.fixture;
      expect((await seenTogether(skips)).map(({ outcome }) => outcome)).toEqual(['skipped']);
      if (errors === undefined) return;
      expect((await seenTogether(errors)).map(({ outcome }) => outcome)).toEqual(['errored']);
    });

    if (arm.retries === 'forced off') {
      test('does not let retries hide a failure', async () => {
        const seen = await seenTogether(open.fixture.retried!);
        expect(seen.map(({ outcome, run }) => `${outcome} ${run}`)).toEqual(['failed 0']);
        // A retry that was seen, though its result was not taken, would stand here.
        const { problems, retried = [] } = (await together()).report;
        expect([...problems, ...retried]).toEqual([expect.stringContaining('that nobody wrote')]);
      });
    }

    test('has no record of a test that does not exist, and runs the rest', async () => {
      const { passes, fails } = open.fixture;
      if (arm.age !== 'older') expect((await open.run([unknown()])).observations).toEqual([]);
      const { report } = await together();
      const rest = { [passes]: `passed 0 ${passes}`, [fails]: `failed 0 ${fails}` };
      const seen = report.observations.filter(({ test: id }) => id in rest || id === unknown());
      expect(outcomes({ ...report, observations: seen })).toEqual(
        inSuiteOrder(open, [passes, fails]).map((id) => rest[id]),
      );
      expect(report.problems.join('\n')).toContain('that nobody wrote');
    });

    const CRASHES = ['exitsSeven', 'exitsZero', 'killsItself'] as const;
    const isApart = adapter.can.process === 'test' || arm.crashes === 'apart';
    const crashes = once(() => open.run([open.fixture.passes, ...CRASHES.map((role) => open.fixture[role])]));
    test.each(CRASHES)('names the test that crashed: %s', async (role) => {
      const { passes, [role]: crasher } = open.fixture;
      const { observations, problems } = await (isApart ? crashes() : open.run([passes, crasher]));
      expect(observations.find((seen) => seen.test === passes)?.outcome).toBe('passed');
      expect(observations.find((seen) => seen.test === crasher)).toMatchObject({
        outcome: 'crashed',
        fingerprint: expect.stringMatching(/^f-/),
      });
      expect(problems.length).toBeGreaterThanOrEqual(isApart ? CRASHES.length : 1);
      if (adapter.can.process === 'test') expect(problems.join('\n')).toContain(crasher);
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
      test('measures set-up, body and tear-down', async () => {
        const [seen] = await seenTogether(open.fixture.passes);
        const number = expect.any(Number);
        expect(seen?.phases).toEqual({ setup: number, call: number, teardown: number });
      });
    }

    test('reads a report that was cut off anywhere, and says so', async () => {
      const { tests, raw, request, place } = await few();
      const failing = tests.filter((id) => id === open.fixture.fails || id === open.fixture.victim);
      for (const [path, text] of Object.entries(raw.files)) {
        for (let cut = 0; cut < text.length - 1; cut += 7) {
          const report = adapter.parse({ ...raw, files: { [path]: text.slice(0, cut) } }, request, place);
          expect(report.problems).not.toEqual([]);
          const passed = report.observations.filter(({ outcome }) => outcome === 'passed');
          expect(passed.filter((seen) => failing.includes(seen.test))).toEqual([]);
        }
      }
    });

    plainCommandContract(arm, () => open);
  });
}
