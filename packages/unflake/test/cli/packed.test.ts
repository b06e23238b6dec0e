/** What people install: the tarball alone, without a registry, for all or for one project. */
import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pack } from '../../../../scripts/pack.mjs';

const place = mkdtempSync(join(tmpdir(), 'unflake-packed-'));
const project = join(place, 'project');
const installed = join(place, 'prefix', 'lib', 'node_modules', 'unflake');
const GLOBAL = join(place, 'prefix', 'bin', 'unflake');

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** With an empty cache and no network: nothing but the tarball is to be had. */
const env = { ...process.env, XDG_STATE_HOME: join(place, 'state'), XDG_CACHE_HOME: join(place, 'cache') };
const npm = (...args: readonly string[]) =>
  run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--cache', join(place, 'npm-cache')]);

function run(program: string, args: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: project, env }, (error: ExecFileException | null, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "scripts": { "test": "node --test" } }\n');
  writeFileSync(join(project, 'tea.test.js'), "import test from 'node:test';\n\ntest('pours the tea', () => {});\n");
  const tarball = pack(place);
  for (const where of [['-g', '--prefix', join(place, 'prefix')], ['--save-dev']])
    expect(await npm('install', ...where, tarball)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test.each([
  ['for all', GLOBAL],
  ['in a project', join(project, 'node_modules', '.bin', 'unflake')],
])('installed %s, it looks at the machine and lists', async (_where, unflake) => {
  expect(await run(unflake, ['doctor'])).toMatchObject({ code: 0, stdout: expect.stringContaining('node-test') });
  expect((await run(unflake, ['list', '--quiet'])).stdout).toContain('tea.test.js > pours the tea');
});

test('the demo runs', async () => {
  const demo = await run(GLOBAL, ['demo', '--seed', '1', '--json', '--quiet']);
  expect(JSON.parse(demo.stdout)).toMatchObject({
    ok: true,
    result: { record: { diagnosis: { verdict: 'isolated' } } },
  });
});

test('a fault names a page that is there', async () => {
  const { code, stderr } = await run(GLOBAL, ['diagnose', 'pours the coffee', '--quiet']);
  expect(code).not.toBe(0);
  expect(existsSync(join(installed, /docs\/faults\/\S+\.md/.exec(stderr)![0]))).toBe(true);
});

test('no types but those of the contract, nothing for other systems, and the pages of every rule', () => {
  const names = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.d.ts') && !name.startsWith('dist/contract/'))).toEqual([]);
  expect(names.filter((name) => /prebuilds\/(?:darwin|win32)|\.map$|tsbuildinfo/.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'docs/rules', 'dist/contract/index.d.ts']));
});
