/** Many processes with many threads each ask for names at once; none may be given twice. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RUN_VARIABLE } from '../../src/names.ts';
import { type BuiltTestkit, builtTestkit } from '../built-testkit.ts';
import { run } from '../run.ts';

const PROCESSES = 16;
const THREADS = 4;
const NAMES = 10_000;

const PROGRAM = `
import { writeFileSync } from 'node:fs';
import { isMainThread, threadId, Worker } from 'node:worker_threads';
import { uniqueName } from '@unflake/testkit/names';

const [, , output] = process.argv;
if (isMainThread) {
  for (let at = 1; at < ${THREADS}; at += 1) new Worker(new URL(import.meta.url), { argv: [output] });
}
const names = Array.from({ length: ${NAMES} }, () => uniqueName('db'));
writeFileSync(output + '/' + process.pid + '-' + threadId, names.join('\\n'));
`;

let built: BuiltTestkit;
beforeAll(async () => {
  built = await builtTestkit();
  await writeFile(join(built.project, 'names.mjs'), PROGRAM);
});
afterAll(() => built.remove());

/** Every name that the processes made, as often as it was made. */
async function namesOfOneRun(processes: number, environment: Record<string, string | undefined>): Promise<string[]> {
  const output = await mkdtemp(join(built.project, 'names-'));
  const program = [join(built.project, 'names.mjs'), output];
  const ends = await Promise.all(
    Array.from({ length: processes }, () => run(process.execPath, program, { env: environment })),
  );
  for (const { code, output: text } of ends) expect(text + code).toBe('0');
  const files = (await readdir(output)).sort();
  expect(files).toHaveLength(processes * THREADS);
  const contents = await Promise.all(files.map((file) => readFile(join(output, file), 'utf8')));
  return contents.flatMap((content) => content.split('\n'));
}

test(`${PROCESSES} processes × ${THREADS} threads × ${NAMES} names have no name in common, and the same names in every run`, async () => {
  const first = await namesOfOneRun(PROCESSES, { [RUN_VARIABLE]: join(built.project, 'run-1') });
  const distinct = new Set(first);
  expect(first).toHaveLength(PROCESSES * THREADS * NAMES);
  expect(distinct.size).toBe(first.length);

  // Nobody says which run this is: the processes find each other because they have the same parent.
  const second = await namesOfOneRun(3, { [RUN_VARIABLE]: undefined, TMPDIR: built.project });
  expect(new Set(second).size).toBe(second.length);
  expect(second.every((name) => distinct.has(name))).toBe(true);
});
