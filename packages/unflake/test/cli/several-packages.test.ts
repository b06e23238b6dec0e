/** At the root of several packages, as Lerna, Turborepo or Nx have them: every package is listed, and the one that is meant is taken. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { diagnosisOf, Place } from './unflake.ts';

/** For one trial a faster launcher would cost more than it earns. */
const COLD = ['--launcher', 'cold'];

describe('a repository whose root only runs the scripts of its packages', () => {
  const place = new Place();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(place.subject, file)), { recursive: true });
    writeFileSync(join(place.subject, file), text);
  };
  beforeAll(() => {
    write('package.json', JSON.stringify({ scripts: { test: 'turbo run test' }, devDependencies: { jest: '30' } }));
    for (const name of ['cart', 'shop']) {
      write(
        `packages/${name}/package.json`,
        JSON.stringify({ name: `@acme/${name}`, scripts: { test: 'node --test' } }),
      );
      const adds = name === 'shop' ? "throw new Error('of shop')" : '';
      const lines = [`test('adds', () => { ${adds} });`, `test('${name} only', () => {});`];
      write(`packages/${name}/test/all.test.js`, ["const { test } = require('node:test');", ...lines, ''].join('\n'));
    }
    write('packages/web/package.json', JSON.stringify({ name: '@acme/web', scripts: { test: 'jest' } }));
  });
  afterAll(() => place.remove());

  test('lists each package, and says which of them cannot list and how to install what it lacks', async () => {
    const { code, stdout } = await place.run(['list']);
    expect(code).toBe(0);
    const suites = stdout.split(/^(?=# \S+ in )/m).map((text) => text.trimEnd());
    const own = (name: string) =>
      `# node-test in packages/${name}: 2 tests\ntest/all.test.js > adds\ntest/all.test.js > ${name} only`;
    expect(suites.slice(0, 2)).toEqual([own('cart'), own('shop')]);
    expect(suites[2]).toMatch(
      /^# jest in packages\/web: 0 tests\n# not collected: jest is not installed .*with: npm install$/,
    );
  });

  const ofShop = expect.objectContaining({ message: expect.stringContaining('of shop') });

  test('diagnoses the test of the package that Turborepo names', async () => {
    const text = '@acme/shop:test: not ok 1 - adds';
    const answer = diagnosisOf(await place.run(['diagnose', text, '--trials', '1', '--json', '--quiet', ...COLD]));
    expect(answer).toMatchObject({ test: 'test/all.test.js > adds', failures: [ofShop] });
  });

  test('diagnoses the test at a path from the root, and resumes the case in its package', async () => {
    const text = 'packages/shop/test/all.test.js > adds';
    const { caseId, failures } = diagnosisOf(
      await place.run(['diagnose', text, '--trials', '1', '--json', '--quiet', ...COLD]),
    );
    expect(failures).toEqual([ofShop]);
    const resumed = diagnosisOf(await place.run(['diagnose', '--resume', caseId, '--trials', '2', '--json']));
    expect(resumed.failures).toEqual([expect.objectContaining({ count: 2 })]);
  });

  test('names the tests from the root when several packages have them', async () => {
    const { code, stderr } = await place.run(['diagnose', 'test/all.test.js > adds', '--quiet']);
    expect(code).toBe(4);
    expect(stderr).toContain(
      'names 2 tests:\n  │ packages/cart/test/all.test.js > adds\n  │ packages/shop/test/all.test.js > adds',
    );
    expect(stderr).toContain("unflake diagnose 'packages/cart/test/all.test.js > adds' --quiet\n");
  });
});

test('hunt and certify take the package that a path or a change is in, and say which to choose where neither tells', async () => {
  const place = new Place();
  const git = (...args: readonly string[]) => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    const { status, stderr } = spawnSync('git', ['-C', place.subject, ...author, ...args], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  try {
    writeFileSync(join(place.subject, 'package.json'), JSON.stringify({ scripts: { test: 'turbo run test' } }));
    for (const name of ['cart', 'shop']) {
      mkdirSync(join(place.subject, 'packages', name, 'test'), { recursive: true });
      const manifest = JSON.stringify({ name, scripts: { test: 'node --test' } });
      writeFileSync(join(place.subject, 'packages', name, 'package.json'), manifest);
      const text = ["const { test } = require('node:test');", `test('${name}', () => {});`, ''].join('\n');
      writeFileSync(join(place.subject, 'packages', name, 'test/all.test.js'), text);
    }
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'one');
    const neither = await place.run(['hunt', '--quiet']);
    expect([neither.code, neither.stderr]).toEqual([
      FAULTS.SEVERAL_RUNNERS.exit,
      expect.stringContaining('choose one with --root: packages/cart, packages/shop'),
    ]);
    const nothing = await place.run(['certify', '--quiet']);
    expect([nothing.code, nothing.stdout]).toEqual([0, expect.stringContaining('no test is new or changed')]);
    writeFileSync(
      join(place.subject, 'packages/shop/test/new.test.js'),
      [
        "const { test } = require('node:test');",
        'let ran = false;',
        "test('sells', () => { if (ran) throw new Error('sold'); ran = true; });",
        '',
      ].join('\n'),
    );
    const named = JSON.parse(
      (await place.run(['hunt', 'packages/cart', '--rounds', '1', '--json', '--quiet', ...COLD])).stdout,
    );
    expect(named.result).toMatchObject({ tests: 1, flaky: [] });
    const changed = JSON.parse(
      (await place.run(['hunt', '--changed', 'main', '--rounds', '1', '--json', '--quiet', ...COLD])).stdout,
    );
    expect(changed.result).toMatchObject({ tests: 1, flaky: [] });
    const resumed = await place.run(['hunt', '--resume', 'latest', '--rounds', '2', '--json', '--quiet']);
    expect(JSON.parse(resumed.stdout).result).toMatchObject({ huntId: changed.result.huntId, tests: 1 });
    const certified = JSON.parse((await place.run(['certify', '--rate', '0.5', '--json', '--quiet'])).stdout);
    expect(certified.result.certificates.map(({ test: id }: { test: string }) => id)).toEqual([
      'test/new.test.js > sells',
    ]);
  } finally {
    place.remove();
  }
});

/** Two packages, each with a test that fails after the one behind it. */
function writeVictims(place: Place): void {
  const lines = [
    "const assert = require('node:assert');",
    "const { test } = require('node:test');",
    'let polluted = false;',
    "test('totals', () => assert.ok(!polluted));",
    "test('pollutes', () => { polluted = true; });",
    '',
  ];
  writeFileSync(join(place.subject, 'package.json'), JSON.stringify({ scripts: { test: 'turbo run test' } }));
  for (const name of ['cart', 'shop']) {
    mkdirSync(join(place.subject, 'packages', name, 'test'), { recursive: true });
    const manifest = JSON.stringify({ name, scripts: { test: 'node --test' } });
    writeFileSync(join(place.subject, 'packages', name, 'package.json'), manifest);
    writeFileSync(join(place.subject, 'packages', name, 'test/all.test.js'), lines.join('\n'));
  }
}

test('certify opens the case of a flaky test in its own package', async () => {
  const place = new Place();
  try {
    writeVictims(place);
    const certify = ['certify', 'packages/shop/test/all.test.js', '--rate', '0.5', '--seed', '1', '--diagnose'];
    const { result } = JSON.parse((await place.run([...certify, '--json', '--quiet'])).stdout);
    expect(result.certificates[0]).toMatchObject({ status: 'flaky', flaky: { verdict: 'isolated' } });
    expect(result.next).toBeNull();
  } finally {
    place.remove();
  }
});

test('the shards of a hunt in one package are merged at the root of the repository', async () => {
  const place = new Place();
  try {
    writeVictims(place);
    const stores = [1, 2].map((number) => join(place.folder, `shard-${number}.sqlite`));
    for (const [at, store] of stores.entries()) {
      const args = [
        'hunt',
        'packages/shop',
        '--shard',
        `${at + 1}/2`,
        '--seed',
        '5',
        '--rounds',
        '4',
        '--store',
        store,
      ];
      const { result } = JSON.parse((await place.run([...args, '--json', '--quiet'])).stdout);
      expect(result).toMatchObject({ tests: 2, flaky: [], shard: { number: at + 1, of: 2 } });
    }
    const { code, stdout } = await place.run(['hunt', 'merge', ...stores, '--json', '--quiet']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).result.flaky).toEqual([
      expect.objectContaining({
        test: 'test/all.test.js > totals',
        kind: 'victim',
        after: ['test/all.test.js > pollutes'],
      }),
    ]);
  } finally {
    place.remove();
  }
});
