/** The servers of a diagnosis stay within a fixed amount of memory, and a case that they do not fit into starts cold. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import { unittest } from '../../src/runners/unittest.ts';
import { openForkedProject, outcomesOf, PYTHON } from './forked-project.ts';

const FILES = {
  'test_a.py': 'import unittest\n\nclass Case(unittest.TestCase):\n    def test_one(self):\n        pass\n',
};
/** One that a small project needs has about a third of this. */
const SMALL = 30 * 2 ** 20;
const SEEDS = Array.from({ length: 24 }, (_, seed) => seed + 1);
/** Bytes without the share of libraries, which grows when another Python on the machine ends. */
const ownMemoryOf = (pid: number) =>
  1024 * Number(/^Pss_Anon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]);
const ZONE = { effect: { env: { TZ: 'Asia/Tokyo' } } } as const;

test('only as many servers are kept as fit, and fewer seeds are used', async () => {
  await using project = await openForkedProject(PYTHON, unittest, FILES, {}, SMALL);
  let most = 0;
  for (const seed of SEEDS) {
    expect(outcomesOf(await project.run('forked', ['test_one'], { seed }))).toEqual(['test_one passed']);
    const servers = taggedProcesses(runTag());
    most = Math.max(most, servers.length);
    expect(servers.map(ownMemoryOf).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(SMALL);
  }
  expect(most).toBe(Math.min(4, ...project.fitting));
  expect(most).toBeLessThan(4);
  expect(project.unfit()).toBeNull();
  const before = taggedProcesses(runTag());
  // A condition gets no server where there is no room for it beside the others.
  expect(outcomesOf(await project.run('forked', ['test_one'], {}, ZONE))).toEqual(['test_one passed']);
  expect(taggedProcesses(runTag())).toEqual(before);
});

test('a server that does not fit at all is ended, and the trials start cold', async () => {
  await using project = await openForkedProject(PYTHON, unittest, FILES, {}, 2 ** 20);
  for (const seed of [1, 2])
    expect(outcomesOf(await project.run('forked', ['test_one'], { seed }))).toEqual(['test_one passed']);
  expect(taggedProcesses(runTag())).toEqual([]);
  expect(project.unfit()).toMatch(/^it would take \d+ MB of memory$/);
});
