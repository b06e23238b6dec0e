import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nxEnvironment } from '../../../../src/engine/subject/nx-environment.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unflake-nx-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('Nx starts no server and writes nothing into the project, also in a package', () => {
  const folder = join(root, 'libs', 'cart');
  mkdirSync(folder, { recursive: true });
  expect(nxEnvironment(folder, '/cache')).toEqual({});
  writeFileSync(join(root, 'nx.json'), '{}');
  const { NX_DAEMON, ...places } = nxEnvironment(folder, '/cache');
  expect(NX_DAEMON).toBe('false');
  expect(Object.values(places).every((place) => place.startsWith('/cache/nx/'))).toBe(true);
  expect(Object.keys(places)).toEqual(['NX_CACHE_DIRECTORY', 'NX_WORKSPACE_DATA_DIRECTORY']);
});
