/** `certify` on a real branch of a real repository: which tests it takes, what it says of them, and that its commands show it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CertifyAnswer } from '../../src/contract/certificate.ts';
import { callIn } from './in-process.ts';
import { type Answer, Place } from './unflake.ts';

const SHOP = `STATE = {}


def season():
    return STATE.get("season")


def test_lists_the_tea():
    pass


def test_knows_the_season():
    assert season() is None
`;
/** The second test fails only after the third, which the suite runs later; the first follows the zone. */
const NEW = `import os

import test_shop


def test_prints_the_hour():
    assert os.environ.get("TZ") != "Asia/Kathmandu"


def test_totals_the_cart():
    assert "banner" not in test_shop.STATE


def test_shows_the_banner():
    test_shop.STATE["banner"] = 1


def test_adds_up():
    assert 3 + 4 == 7


def test_adds_the_tax():
    assert 19 == 7
`;
/** Few runs: the screens are what is tested here. */
const FEW = ['--rate', '0.2', '--seed', '3'];

let place: Place;
beforeEach(() => {
  place = new Place();
  put('test_shop.py', SHOP);
  put('.gitignore', '__pycache__/\n.pytest_cache/\n');
  git('init', '-q', '-b', 'main');
  commit('the shop');
});
afterEach(() => place.remove());

const put = (file: string, text: string) => writeFileSync(join(place.subject, file), text);

function git(...args: readonly string[]): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  const ran = spawnSync('git', ['-C', place.subject, ...author, ...args], { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(ran.stderr);
}

function commit(message: string): void {
  git('add', '-A');
  git('commit', '-qm', message);
}

function resultOf({ stdout, stderr }: Answer): CertifyAnswer {
  const envelope = JSON.parse(stdout) as { readonly ok: boolean; readonly result: CertifyAnswer };
  if (!envelope.ok) throw new Error(`${stdout}\n${stderr}`);
  return envelope.result;
}

const statuses = ({ certificates }: CertifyAnswer) =>
  Object.fromEntries(certificates.map(({ test: id, status }) => [id.split('::')[1], status]));

describe('certify', () => {
  test('takes the tests that a branch adds, and says of each what it is', async () => {
    git('checkout', '-qb', 'new-tests');
    put('test_new.py', NEW);
    commit('new tests');
    const answer = await place.run(['certify', ...FEW, '--json']);
    expect(answer.code).toBe(1);
    const result = resultOf(answer);
    expect(statuses(result)).toEqual({
      test_prints_the_hour: 'flaky',
      test_totals_the_cart: 'flaky',
      test_shows_the_banner: 'certified',
      test_adds_up: 'certified',
      test_adds_the_tax: 'broken',
    });
    const [hour, cart, , sum] = result.certificates;
    expect(hour!.flaky).toMatchObject({ kind: 'time-zone', conditions: { tz: 'Asia/Kathmandu' } });
    expect(cart!.flaky).toMatchObject({ kind: 'victim', after: ['test_new.py::test_shows_the_banner'] });
    expect(cart!.place).toEqual({ file: 'test_new.py', line: 10 });
    expect(cart!.why).toBe('new');
    expect(sum!.runs.counted).toBeGreaterThanOrEqual(14);
    expect(sum!.bound!.rate).toBeLessThanOrEqual(0.2);
    expect(result.commit).toMatchObject({ changed: false });
    for (const { flaky } of [hour!, cart!]) {
      expect(flaky!.reproduce.confirmed).toBe(true);
      const shown = spawnSync('sh', ['-c', flaky!.reproduce.fails], { cwd: place.subject, encoding: 'utf8' });
      expect(shown.status).toBe(1);
    }
    const again = await place.run(['certify', '--resume', 'latest', '--format', 'github', '--out', 'notes.txt']);
    expect(again.stderr).toContain('replayed, not run again');
    expect(again.stdout.split('\n')[0]).toMatch(/^result {5}2 flaky, 1 broken, 2 certified of 5 tests/);
    const notes = readFileSync(join(place.subject, 'notes.txt'), 'utf8');
    expect(notes).toContain('::error file=test_new.py,line=10,title=certify%3A flaky::');
  });

  test('takes an uncommitted change, and the tests that call a changed helper of their file', async () => {
    put('test_shop.py', SHOP.replace('STATE.get("season")', 'STATE.get("season", None)'));
    const result = resultOf(await place.run(['certify', ...FEW, '--json']));
    expect(result.certificates.map(({ test: id, why }) => [id, why])).toEqual([
      ['test_shop.py::test_knows_the_season', 'helper'],
    ]);
    expect(result.commit).toMatchObject({ changed: true });
    expect(statuses(result)).toEqual({ test_knows_the_season: 'certified' });
  });

  test('without a change it runs nothing and is done', async () => {
    const answer = await place.run(['certify', '--json']);
    expect(answer.code).toBe(0);
    expect(resultOf(answer)).toMatchObject({ certificationId: null, certificates: [], next: null });
    const text = await callIn(place, ['certify']);
    expect(text.stdout).toMatch(/^result {5}no test is new or changed since [0-9a-f]{10}; nothing was run\n/);
  });

  test('an unknown revision, and names with a revision, are refused', async () => {
    const unknown = await callIn(place, ['certify', '--since', 'nowhere', '--json']);
    expect(unknown.code).toBe(2);
    expect(JSON.parse(unknown.stdout).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'git knows no revision nowhere',
    });
    const both = await callIn(place, ['certify', 'test_shop.py', '--since', 'main', '--json']);
    expect(JSON.parse(both.stdout).error).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'since' } });
  });

  test('an interrupted one keeps what is known, and goes on without running anything twice', async () => {
    const log = join(place.folder, 'log');
    writeFileSync(log, '');
    const writes = `with open(${JSON.stringify(log)}, "a") as log:\n        log.write("x")`;
    put('test_shop.py', SHOP.replace('pass', writes));
    const { child, answer } = place.start(['certify', 'test_shop.py', '--seed', '3', '--json']);
    await until(() => readFileSync(log, 'utf8').length >= 8, { within: 120_000, every: 5 });
    child.kill('SIGINT');
    const cut = await answer;
    expect(cut.code).toBe(130);
    const first = resultOf(cut);
    expect(first.ended).toBe('cancelled');
    expect(statuses(first)).toEqual({ test_lists_the_tea: 'undecided', test_knows_the_season: 'undecided' });
    expect(first.next).toMatch(/^unflake certify --resume cert-/);
    const more = await place.run(['certify', '--resume', 'latest', '--minutes', '0.01', '--json']);
    expect(more.code).toBe(3);
    expect(resultOf(more).cost.trials).toBe(first.cost.trials);
  });
});
