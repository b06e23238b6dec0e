import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../../../src/tools/lib/config.ts';
import { chosenStore, storeAddress } from '../../../../src/tools/lib/open-store.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chosen-store-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const context = (env: Readonly<Record<string, string>>) => ({ cwd: root, env: { HOME: root, ...env } });

test('a flag goes before the environment, that before the config file, and tools with and without a config agree', async () => {
  writeFileSync(join(root, 'unflake.config.json'), '{"store":"config.db"}');
  const config = await loadConfig(root);
  for (const [given, env, name] of [
    ['flag.db', { UNFLAKE_STORE: 'env.db' }, 'flag.db'],
    [undefined, { UNFLAKE_STORE: 'env.db' }, 'env.db'],
    [undefined, {}, 'config.db'],
  ] as const) {
    expect(await storeAddress(root, given, context(env))).toBe(join(root, name));
    const chosen = chosenStore(given, config, context(env));
    expect(await storeAddress(root, chosen, context(env))).toBe(join(root, name));
  }
});

test('without any it is the store of the project', async () => {
  expect(await storeAddress(root, undefined, context({}))).toMatch(/\.local\/state\/unflake\/.*store\.db$/);
});
