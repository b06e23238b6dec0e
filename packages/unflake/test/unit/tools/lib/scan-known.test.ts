/** Which tests a report takes for flaky, and what it says of those that recorded cases are about. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '@unflake/testkit/clock';
import { random } from '@unflake/testkit/random';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanPrinter } from '../../../../src/cli/printers/scan.ts';
import type { Diagnosis } from '../../../../src/contract/diagnosis.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { knownTests } from '../../../../src/tools/lib/scan-known.ts';
import type { ToolContext } from '../../../../src/tools/lib/tool.ts';
import { scanTool } from '../../../../src/tools/scan.ts';
import { sampleCase, sampleDiagnosis } from '../../cli/sample-case.ts';
import { runOf, trialOf } from '../../engine/sample-trial.ts';

let folder: string;
let root: string;
let store: string;
let context: ToolContext;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-known-'));
  root = join(folder, 'project');
  store = join(folder, 'store.db');
  write('app/promo.py', 'import os\nimport time\n\n\ndef banner():\n    return f"banner {time.time()}"\n');
  write(
    'tests/test_cart.py',
    'from app.promo import banner\n\n\ndef test_total():\n    assert banner()\n\n\ndef test_empty():\n    assert not []\n',
  );
  context = {
    emit: () => {},
    signal: new AbortController().signal,
    clock: systemClock,
    env: { XDG_STATE_HOME: join(folder, 'state') },
    cwd: root,
    entropy: () => 1,
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const OTHER = testId('tests/test_cart.py::test_empty');
const isTest = (id: string) => /^test_\w+$|^shop > pays the bill$/.test(id);

/** Cases as `diagnose` would leave them, oldest first: two runs in the suite, of which one may fail, then two alone. */
async function record(...cases: readonly Partial<Diagnosis>[]): Promise<readonly string[]> {
  const opened = openSqliteStore(store);
  try {
    const ids: string[] = [];
    for (const [index, change] of cases.entries()) {
      const test = change.test ?? sampleDiagnosis.test;
      const newCase = { root, runner: 'pytest', test, seed: 1, suite: [OTHER, test], options: {}, openedAtMs: index };
      const { id } = await opened.openCase(newCase, random(index + 1));
      const findings = { ...sampleCase.findings };
      const failed = change.verdict === 'not-reproduced' ? 'PPPP' : 'PFPP';
      for (const [at, letter] of [...failed].entries()) {
        const trial = trialOf({ tests: at < 2 ? [test, OTHER] : [test], watch: [test] });
        const run = runOf(trial, letter === 'F' ? 'failed' : 'passed');
        const observations = run.observations.map((one) => (letter === 'F' ? { ...one, message: 'a banner' } : one));
        const result = { ...run, observations, id: `t-${at + 1}` as const, atMs: 1 };
        const { command, output } = run;
        await opened.appendTrial(id, {
          seq: at + 1,
          key: `${at}`,
          phase: 'confirm',
          doing: 'runs',
          result,
          command,
          output,
        });
      }
      await opened.closeCase(
        id,
        { diagnosis: { ...sampleDiagnosis, ...change, caseId: id, test }, findings },
        index + 10,
      );
      ids.push(id);
    }
    return ids;
  } finally {
    await opened.close();
  }
}

test('those that are named come first, then those that cases are about, each once with its newest case', async () => {
  const broken = { test: testId('tests/test_b.py::test_broken'), verdict: 'broken' } as const;
  const [, newest] = await record({ verdict: 'narrowed' }, { verdict: 'isolated' }, broken);
  writeFileSync(join(folder, 'flaky.txt'), '# known to us\n\n test_named \ntest_named\n');
  const known = await knownTests(
    root,
    { store, known: ['test_given'], knownFile: join(folder, 'flaky.txt') },
    context,
    isTest,
  );
  expect(known.map(({ id, from, case: found }) => [id, from, found?.caseId ?? null])).toEqual([
    ['test_given', 'given', null],
    ['test_named', 'given', null],
    ['tests/test_cart.py::test_total', 'case', newest],
  ]);
});

test('a case that did not reproduce makes no test known as flaky, and all cases of a test are summed', async () => {
  const quiet = { test: testId('tests/test_b.py::test_quiet'), verdict: 'not-reproduced' } as const;
  const cases = await record({ verdict: 'narrowed' }, quiet, { verdict: 'not-reproduced' });
  const [only, ...rest] = await knownTests(root, { store }, context, isTest);
  expect(rest).toEqual([]);
  expect(only).toMatchObject({ id: sampleDiagnosis.test, case: { caseId: cases[2], verdict: 'not-reproduced' } });
  expect(only!.runs.map(({ caseId, alone, suite }) => [caseId, alone, suite])).toEqual([
    [cases[0], { failures: 0, runs: 2 }, { failures: 1, runs: 2 }],
    [cases[2], { failures: 0, runs: 2 }, { failures: 0, runs: 2 }],
  ]);
});

test.each([
  ['test_list fails randomly. Next run is fine', 'test_list'],
  ['- test_list: only in CI', 'test_list'],
  ['`app::test_list` sometimes', 'app::test_list'],
  ['shop > pays the bill now and then red', 'shop > pays the bill'],
  ['nothing of this is a test', 'nothing of this is a test'],
])('a line of the list, %j, names %j', async (line, id) => {
  writeFileSync(join(folder, 'flaky.txt'), `${line}\n`);
  const known = await knownTests(root, { knownFile: join(folder, 'flaky.txt') }, context, isTest);
  expect(known.map((one) => one.id)).toEqual([id]);
});

test('a missing store is not created, and a list that cannot be read is reported by name', async () => {
  expect(await knownTests(root, { store }, context, isTest)).toEqual([]);
  expect(existsSync(store)).toBe(false);
  await expect(knownTests(root, { knownFile: 'none.txt' }, context, isTest)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('the report tells what recorded runs have seen and proved, and ticks it', async () => {
  const [caseId] = await record({ verdict: 'isolated' });
  const input = scanTool.input.parse({ report: true, store, index: join(folder, 'index.db') });
  const result = await scanTool.run(input, context);
  const { known, hypotheses, diagnostics, criteria, classes } = result.report!;
  expect(classes.map(({ rule, places }) => [rule, places[0]!.history.limit])).toEqual([
    ['python/wall-clock', 'the folder is not under version control'],
  ]);
  expect(known[0]!.observed[0]!.at).toEqual([{ caseId }]);
  expect(known[0]!.observed[0]!.says).toBe(
    'In 1 recorded case it failed in 0 of 2 runs alone and 1 of 2 in the suite; the newest that is closed ended as isolated.',
  );
  expect(known[0]!.symptom[0]!.says).toBe('a banner');
  expect(classes[0]).toMatchObject({ impactNow: { level: 'low' }, riskLater: { level: 'low' } });
  const [proved, suspected] = known[0]!.hypothesis.map(({ says }) => says);
  expect(proved).toBe(`Proved by runs: ${sampleDiagnosis.summary}`);
  expect(suspected).toMatch(/^It reaches `banner`, which reads the wall clock\. /);
  // The runs proved that another test pollutes it: that counts for order and against the clock.
  const about = (part: string) => hypotheses.find(({ says }) => says.includes(part))!;
  expect(about('Tests disturb each other').status).toBe('supported by runs');
  expect(about('reads the wall clock').against.map(({ at }) => at)).toContainEqual([{ caseId }]);
  expect(diagnostics.map(({ command }) => command)).toContain(`unflake replay ${caseId} --store ${store}`);
  expect(criteria.find(({ says }) => says.includes('proved by runs'))).toMatchObject({ met: true });
  expect(criteria.find(({ says }) => says.includes('tried before'))).toMatchObject({ met: false });
  expect(scanPrinter.text(result, { color: 'off', columns: 80 })).toContain(`case \`${caseId}\``);
});
