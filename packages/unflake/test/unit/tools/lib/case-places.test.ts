/** The paths of caches, and how a printed command finds its case. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TrialId } from '../../../../src/contract/trial.ts';
import { cachePath } from '../../../../src/tools/lib/cache-path.ts';
import { replayLine, withCase } from '../../../../src/tools/lib/case/write-diagnosis.ts';
import { caseFlags } from '../../../../src/tools/lib/case-flags.ts';
import { indexPath } from '../../../../src/tools/lib/index-place.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'case-places-')));
});
afterEach(() => rmSync(root, { recursive: true }));

test('caches are in the state folder of the user, or next to a given store', () => {
  const env = { XDG_STATE_HOME: '/state' };
  const own = cachePath(root, undefined, { cwd: '/here', env });
  expect(own).toBe(join('/state/unflake', basename(own)));
  expect(cachePath(root, 'cases.db', { cwd: '/here', env })).toBe(join('/here/cases.db.cache', basename(own)));
  const byEnv = { ...env, UNFLAKE_STORE: '/kept/cases.db' };
  expect(cachePath(root, undefined, { cwd: '/here', env: byEnv })).toBe(join('/kept/cases.db.cache', basename(own)));
});

test('the index is a cache, unless its own path was given', () => {
  const context = { cwd: '/here', env: { XDG_STATE_HOME: '/state' } };
  expect(indexPath(root, { store: 'cases.db' }, context)).toMatch(/^\/here\/cases\.db\.cache\/[^/]+\/index\.db$/);
  expect(indexPath(root, { store: 'cases.db', index: 'own.db' }, context)).toBe('/here/own.db');
});

test('a replay line names the given store, or else the root', () => {
  const line = (given: Parameters<typeof caseFlags>[0]) =>
    replayLine('c-1', 't-2' as TrialId, caseFlags(given, '/here'));
  expect(line({})).toBe('unflake replay c-1 --trial t-2');
  expect(line({ root: 'my shop' })).toBe("unflake replay c-1 --trial t-2 --root '/here/my shop'");
  expect(line({ root: 'shop', store: 'cases.db' })).toBe('unflake replay c-1 --trial t-2 --store /here/cases.db');
  expect(withCase('fix it; then prove the fix: unflake verify', 'c-1', '')).toBe(
    'fix it; then prove the fix: unflake verify c-1',
  );
  expect(withCase('run it again: unflake replay --times 20', 'c-1', ' --store /s.db')).toBe(
    'run it again: unflake replay c-1 --store /s.db --times 20',
  );
});
