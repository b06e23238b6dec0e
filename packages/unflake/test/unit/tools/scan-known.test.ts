/** Which tests a report takes for flaky, and what it says of those that recorded cases are about. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '@unflake/testkit/clock';
import { random } from '@unflake/testkit/random';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanPrinter } from '../../../src/cli/printers/scan.ts';
import type { Diagnosis } from '../../../src/contract/diagnosis.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { scanTool } from '../../../src/tools/scan.ts';
import { knownTests } from '../../../src/tools/scan-known.ts';
import type { ToolContext } from '../../../src/tools/tool.ts';
import { sampleCase, sampleDiagnosis } from '../cli/sample-case.ts';

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

/** Cases as `diagnose` would leave them, oldest first. */
function record(...cases: readonly Partial<Diagnosis>[]): readonly string[] {
  const opened = openSqliteStore(store);
  try {
    return cases.map((change, index) => {
      const test = change.test ?? sampleDiagnosis.test;
      const newCase = { root, runner: 'pytest', test, seed: 1, suite: [test], options: {}, openedAtMs: index };
      const { id } = opened.openCase(newCase, random(index + 1));
      const findings = { ...sampleCase.findings };
      opened.closeCase(id, { diagnosis: { ...sampleDiagnosis, ...change, caseId: id, test }, findings }, index + 10);
      return id;
    });
  } finally {
    opened.close();
  }
}

test('those that are named come first, then those that cases are about, each once with its newest case', async () => {
  const broken = { test: testId('tests/test_b.py::test_broken'), verdict: 'broken' } as const;
  const [, newest] = record({ verdict: 'narrowed' }, { verdict: 'isolated' }, broken);
  writeFileSync(join(folder, 'flaky.txt'), '# known to us\n\n test_named \ntest_named\n');
  const known = await knownTests(root, { store, known: ['test_given'], knownFile: join(folder, 'flaky.txt') }, context);
  expect(known.map(({ id, from, case: found }) => [id, from, found?.caseId ?? null])).toEqual([
    ['test_given', 'given', null],
    ['test_named', 'given', null],
    ['tests/test_cart.py::test_total', 'case', newest],
  ]);
});

test('a store that is not there is not made, and a list that cannot be read is said by name', async () => {
  expect(await knownTests(root, { store }, context)).toEqual([]);
  expect(existsSync(store)).toBe(false);
  await expect(knownTests(root, { knownFile: 'none.txt' }, context)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('the report tells what recorded runs have seen and proved, and ticks it', async () => {
  const [caseId] = record({ verdict: 'isolated' });
  const input = scanTool.input.parse({ report: true, store, index: join(folder, 'index.db') });
  const result = await scanTool.run(input, context);
  const { known, hypotheses, diagnostics, criteria, classes } = result.report!;
  expect(classes.map(({ rule, places }) => [rule, places[0]!.history.limit])).toEqual([
    ['python/wall-clock', 'the folder is not under version control'],
  ]);
  expect(known[0]!.observed[0]!.at).toEqual([{ caseId }]);
  expect(known[0]!.observed[0]!.says).toMatch(/^Failed in \d+ of \d+ recorded runs; the case ended as isolated\.$/);
  const [proved, suspected] = known[0]!.hypothesis.map(({ says }) => says);
  expect(proved).toBe(`Proved by runs: ${sampleDiagnosis.summary}`);
  expect(suspected).toMatch(/^It reaches `banner`, which reads the wall clock\. /);
  // The runs proved that another test pollutes it: that speaks for order and against the clock.
  const about = (part: string) => hypotheses.find(({ says }) => says.includes(part))!;
  expect(about('Tests disturb each other').status).toBe('supported by runs');
  expect(about('reads the wall clock').against.map(({ at }) => at)).toContainEqual([{ caseId }]);
  expect(diagnostics.map(({ command }) => command)).toContain(`unflake replay ${caseId} --store ${store}`);
  expect(criteria.find(({ says }) => says.includes('proved by runs'))).toMatchObject({ met: true });
  expect(criteria.find(({ says }) => says.includes('tried before'))).toMatchObject({ met: false });
  expect(scanPrinter.text(result, { color: 'off', columns: 80 })).toContain(`case \`${caseId}\``);
});
