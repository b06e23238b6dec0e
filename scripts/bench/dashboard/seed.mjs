/** A month of CI of a large suite, its cases and hunts, and the files of the project, through which the service looks for runners. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load } from './load.mjs';

const DAY_MS = 86_400_000;

export async function seed(dashboard, store, { tests: count, results: wanted, cases }) {
  const { seedHistory } = await load('test/seed-history.ts');
  const { seedCases, openEndlessCase } = await load('test/browser/seed-many.ts');
  const began = performance.now();
  const tests = Array.from({ length: count }, (_, at) => `tests/area_${at % 97}/test_${at % 13}.py::test_case_${at}`);
  for (const file of new Set(tests.map((test) => test.split('::')[0]))) {
    const path = join(dashboard.place.subject, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'def test_nothing():\n    pass\n');
  }
  // Two in a hundred are flaky, and some fail once in a while.
  const rates = new Map(
    tests.flatMap((test, at) =>
      at % 50 === 7 ? [[test, 0.01 + (at % 7) / 40]] : at % 20 === 3 ? [[test, 0.003]] : [],
    ),
  );
  // unflake-allow wall-clock: the pages show the last days
  const nowMs = Date.now();
  const runs = Math.round(wanted / count);
  await seedHistory(store.history, { tests, rates, broken: tests[1], fixed: tests[2], runs, endMs: nowMs });
  const root = dashboard.place.subject;
  await seedCases(store, { tests, cases, root, endMs: nowMs - DAY_MS });
  const endless = await openEndlessCase(store, { tests, root });
  const { results } = await store.history.size();
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.error(`seeded ${results} results and ${cases} cases in ${seconds} s`);
  return endless;
}
