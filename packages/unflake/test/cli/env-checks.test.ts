/** `env validate`, `env dist`, `env graph` and `env helpers` as people use them. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { Place } from './unflake.ts';

const SUITE = fileURLToPath(new URL('../../../../fixtures/env-suite', import.meta.url));

/** Without environments that somebody who tried the fixture has left in it. */
function copySuite(): void {
  cpSync(SUITE, join(place.subject, 'test'), { recursive: true, filter: (path) => !path.endsWith('/.envs') });
}

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const write = (path: string, text: string) => writeFileSync(join(place.subject, path), text);

test('a suite that follows its contract is clean; one that does not gets rule, place, fix and page', async () => {
  copySuite();
  expect(await place.run(['env', 'validate'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing found'),
  });
  const file = join(place.subject, 'test', '02-build.bats');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n@test "hides a failure" {\n  make || true\n}\n`);
  const { code, stdout } = await place.run(['env', 'validate', '--json']);
  expect(code).toBe(1);
  const { findings, rules } = JSON.parse(stdout).result;
  expect(findings).toMatchObject([{ rule: 'env/ignored-status', file: 'test/02-build.bats', test: 'hides a failure' }]);
  expect(rules).toMatchObject([{ id: 'env/ignored-status', page: 'docs/rules/env/ignored-status.md' }]);
  expect(rules[0].fix).not.toBe('');
});

test('the graph shows where steps run and what they need', async () => {
  copySuite();
  const { stdout } = await place.run(['env', 'graph']);
  const line = stdout.split('\n').find((text) => text.startsWith('test-rename'));
  expect(line).toMatch(
    /^test-rename +rename +independent · from after-01-meta · needs foundation, 00-validate, 01-meta$/,
  );
  expect(existsSync(join(place.subject, 'test', '.envs'))).toBe(false);
});

test('helpers prints the path of the library, and nothing else', async () => {
  const { stdout } = await place.run(['env', 'helpers']);
  expect(stdout).toMatch(/^\/\S+\/helpers\/bats\/load\.bash\n$/);
  expect(existsSync(stdout.trim())).toBe(true);
});

test('a distribution is the same twice, or the differences are reported; uncommitted files are refused by name', async () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: place.subject });
  mkdirSync(join(place.subject, 'src'));
  write('src/product.txt', 'product\n');
  write('.gitignore', 'out/\nbuilt.txt\n');
  write('dist.sh', 'set -e\nmkdir -p out/p\ncp src/* out/p\nif [ -e built.txt ]; then cp built.txt out/p; fi\n');
  write('unflake.config.json', JSON.stringify({ testbed: { dist: { output: 'out', before: [['true']] } } }));
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'all');
  const dist = () => place.run(['env', 'dist', '--', 'sh', 'dist.sh']);
  expect(await dist()).toMatchObject({ code: 0, stdout: 'same  out (1 file)\n' });

  write(
    'unflake.config.json',
    JSON.stringify({ testbed: { dist: { output: 'out', before: [['touch', 'built.txt']] } } }),
  );
  const refused = await dist();
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('unflake.config.json') });
  git('commit', '-qam', 'a target that leaves something');
  const differs = await dist();
  expect(differs).toMatchObject({ code: 1, stdout: expect.stringContaining('built.txt') });

  expect((await place.run(['env', 'dist'])).code).toBe(FAULTS.INVALID_INPUT.exit);

  write('unflake.config.json', JSON.stringify({ testbed: { dist: { before: [['true']] } } }));
  git('commit', '-qam', 'no output in the config file');
  expect((await dist()).stderr).toContain('--output');
  const given = await place.run(['env', 'dist', '--output', 'out', '--', 'sh', 'dist.sh']);
  expect(given).toMatchObject({ code: 0, stdout: 'same  out (1 file)\n' });
});

test('a folder without steps is reported as such', async () => {
  const { code, stderr } = await place.run(['env', 'status']);
  expect({ code, stderr }).toMatchObject({
    code: FAULTS.ENV_NO_SUITE.exit,
    stderr: expect.stringContaining('--suite'),
  });
});
