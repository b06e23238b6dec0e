/** Builds that trials share: one for the same files, however many ask at once. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, probe } from './junit-probe.ts';

interface Built {
  readonly root: string;
  readonly copy: string;
  readonly launches: readonly string[];
}
const { builtProject } = await probe<{
  builtProject: (
    project: object,
    build: (copy: string, folder: string) => Promise<{ readonly launches: readonly string[] }>,
  ) => Promise<Built>;
}>('junit/builds.mjs');

/** A project, and a build that counts how often it is asked for. */
async function withBuilds(
  ask: (open: {
    ask: (words?: readonly string[]) => Promise<Built>;
    seen: string[];
    root: string;
    cache: string;
  }) => Promise<void>,
  launches: readonly string[] = ['one'],
) {
  await inFolder({ 'project/pom.xml': 'first' }, async (home) => {
    const [root, cache] = [join(home, 'project'), join(home, 'cache')];
    const seen: string[] = [];
    const build = async (copy: string) => {
      seen.push(await readFile(join(copy, 'pom.xml'), 'utf8'));
      return { launches };
    };
    await ask({ ask: (words = []) => builtProject({ root, outside: [], cache, words }, build), seen, root, cache });
  });
}

describe('a build', () => {
  test('is made once, in a copy, for all who ask at once and later', async () => {
    await withBuilds(async ({ ask, seen, root }) => {
      const [first, second] = await Promise.all([ask(), ask()]);
      expect([first, second, await ask()]).toEqual([first, first, first]);
      expect(first).toMatchObject({ root, launches: ['one'] });
      expect(first?.copy.startsWith(root)).toBe(false);
      expect(seen).toEqual(['first']);
    });
  });

  test('is made again for other files and for other arguments, and found again for the old ones', async () => {
    await withBuilds(async ({ ask, seen, root }) => {
      await ask();
      await writeFile(join(root, 'pom.xml'), 'second');
      await ask();
      await ask(['-Pfast']);
      await writeFile(join(root, 'pom.xml'), 'first');
      await ask();
      expect(seen).toEqual(['first', 'second', 'second']);
    });
  });

  test('that failed is retried', async () => {
    await withBuilds(async ({ ask, seen }) => {
      await ask();
      await ask();
      expect(seen).toHaveLength(2);
    }, []);
  });

  test('whose builder has died is taken over', async () => {
    await withBuilds(async ({ ask, seen, cache }) => {
      await ask();
      const folder = join(cache, (await readdir(cache)).find((name) => !name.includes('.'))!);
      // unflake-allow ignored-exit-status: a process that has ended, for its number
      const { pid } = spawnSync('true');
      await rm(join(folder, 'built.json'));
      await writeFile(join(folder, 'owner.json'), JSON.stringify({ pid }));
      expect(await ask()).toMatchObject({ launches: ['one'] });
      expect(seen).toHaveLength(2);
    });
  });
});
