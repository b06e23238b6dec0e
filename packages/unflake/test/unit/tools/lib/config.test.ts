import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFault } from '../../../../src/contract/faults.ts';
import { type Config, loadConfig } from '../../../../src/tools/lib/config.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unflake-config-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const load = (file?: string): Promise<Config> => loadConfig(root, file === undefined ? undefined : join(root, file));
/** What every config has, also an empty one. */
const BARE = {
  runners: {},
  budget: {},
  scan: { rules: {}, exclude: {} },
  testbed: { steps: [] },
  verify: {},
  history: {},
  quarantine: {},
  env: {},
};
const write = (name: string, text: string) => writeFileSync(join(root, name), text);

/** The message with the folder taken out, because it differs from run to run. */
async function refusal(file?: string): Promise<string> {
  const error: unknown = await load(file).then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason,
  );
  if (!isFault(error)) throw error;
  return `${error.code}: ${error.message.replaceAll(root, '.')}`;
}

test('no config file is not a problem', async () => {
  expect(await load()).toEqual({ ...BARE, file: null });
});

test('a JSON file is found in the root', async () => {
  write('unflake.config.json', '{"runner":"pytest","budget":{"trials":50},"env":{"TZ":"UTC","CI":null}}');
  expect(await load()).toEqual({
    runner: 'pytest',
    runners: {},
    budget: { trials: 50 },
    scan: { rules: {}, exclude: {} },
    testbed: { steps: [] },
    verify: {},
    history: {},
    quarantine: {},
    env: { TZ: 'UTC', CI: null },
    file: join(root, 'unflake.config.json'),
  });
});

test('a JavaScript file is imported', async () => {
  write('package.json', '{"type":"module"}');
  write('unflake.config.js', 'export default { jobs: 1 + 1 };');
  expect(await load()).toMatchObject({ jobs: 2 });
});

test('a named file wins over the one in the root', async () => {
  write('unflake.config.json', '{"jobs":1}');
  write('other.json', '{"jobs":4}');
  expect(await load('other.json')).toMatchObject({ jobs: 4 });
});

test('a wrong value is reported with file, path, value and expectation', async () => {
  write('unflake.config.json', '{"jobs":"two","runners":{"command":{"report":{"format":"xunit"}}},"budjet":{}}');
  expect(await refusal()).toBe(
    'BAD_CONFIG: ./unflake.config.json: `runners.command.report.format` is "xunit"; expected one of exit, junit, tap; did you mean `junit`?; ' +
      '`jobs` is "two"; expected a number; `budjet` is not a field here',
  );
});

test('what is not JSON is reported as such', async () => {
  write('unflake.config.json', '{"jobs": }');
  expect(await refusal()).toMatch(/^BAD_CONFIG: \.\/unflake\.config\.json: it is not JSON: Unexpected token/);
});

test('a named file that does not exist is a fault', async () => {
  expect(await refusal('missing.json')).toBe('BAD_CONFIG: ./missing.json: it cannot be read (ENOENT)');
  expect(await refusal('missing.js')).toBe('BAD_CONFIG: ./missing.js: it cannot be read (ENOENT)');
});

test('two config files are refused, because it is unclear which applies', async () => {
  write('unflake.config.json', '{}');
  write('unflake.config.js', 'export default {}');
  expect(await refusal()).toBe(
    'BAD_CONFIG: ./unflake.config.js: there is also ./unflake.config.json; keep one of them',
  );
});

test('a module that throws, or exports nothing, is a fault with the reason', async () => {
  write('throws.mjs', 'throw new Error("no luck");');
  write('empty.mjs', 'export const jobs = 2;');
  expect(await refusal('throws.mjs')).toBe('BAD_CONFIG: ./throws.mjs: it throws when it is imported: no luck');
  expect(await refusal('empty.mjs')).toBe(
    'BAD_CONFIG: ./empty.mjs: it has no default export; write `export default { … }`',
  );
});

test('the store is relative to the file that names it', async () => {
  mkdirSync(join(root, 'etc'));
  write('etc/lab.json', '{"store":"../cases.db"}');
  expect((await load('etc/lab.json')).store).toBe(join(root, 'cases.db'));
});

test('a report without a path is read from what the command prints', async () => {
  write('unflake.config.json', '{"runners":{"command":{"command":["make","check"],"report":{"format":"tap"}}}}');
  expect((await load()).runners).toEqual({
    command: { command: ['make', 'check'], report: { format: 'tap', path: null } },
  });
});
