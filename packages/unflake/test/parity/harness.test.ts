/** The basis of the parity tests: copies are found relative to the test file and never to the working directory. */
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { normal } from './normal.ts';
import { repoFor } from './transports.ts';

const TOP = fileURLToPath(new URL('../../../../', import.meta.url));

test('the fixture is copied below the project, whatever the working directory is', async () => {
  const before = process.cwd;
  process.cwd = () => tmpdir();
  try {
    await using repo = await repoFor('harness');
    expect(repo.workRoot.startsWith(join(TOP, 'packages/unflake/test/.cache/small-project/'))).toBe(true);
    expect(readFileSync(join(repo.repoPath, 'README.md'), 'utf8')).toContain('PHASE12_FIXTURE_TOKEN');
    expect(readFileSync(join(repo.repoPath, 'src/beta.ts'), 'utf8')).toContain('export const betaValue = 42;');
  } finally {
    process.cwd = before;
  }
});

test('a copy is gone afterwards, and an envelope from it names no path of this machine', async () => {
  const repo = await repoFor('harness paths');
  const meta = { schemaVersion: '1.0.0', toolingVersion: '0.1.0', ts: 'now', requestId: 'r-1', durationMs: 3 };
  const envelope = {
    ok: true as const,
    result: { root: repo.repoPath, file: join(repo.cacheRoot, 'cli', 'x.db') },
    _meta: meta,
  };
  expect(normal(envelope, { repoPath: repo.repoPath, state: join(repo.cacheRoot, 'cli') })).toEqual({
    ok: true,
    result: { root: '<REPO>', file: '<STATE>/x.db' },
    _meta: { schemaVersion: '1.0.0', toolingVersion: '0.1.0' },
  });
  await repo.cleanup();
  expect(existsSync(repo.workRoot)).toBe(false);
});
