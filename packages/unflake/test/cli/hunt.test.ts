/** A real hunt over a small pytest suite: what it finds, that its commands show it, and that an interrupted one loses nothing. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HuntResult } from '../../src/contract/hunt.ts';
import { comparableHunt, huntOf } from './hunt-result.ts';
import { callIn } from './in-process.ts';
import { Place } from './unflake.ts';

const SHOP = `import os

STATE = {}
SOLD = []


def note():
    with open(LOG, "a") as log:
        log.write("x")


def test_lists_the_tea():
    note()


def test_totals_the_cart():
    assert "banner" not in STATE


def test_shows_the_banner():
    STATE["banner"] = 1


def test_sells_once():
    SOLD.append(1)
    assert len(SOLD) == 1


def test_prints_the_hour():
    zone = os.environ.get("TZ")
    assert zone != "Asia/Kathmandu"


def test_adds_the_tax():
    assert 19 == 7
`;
const ORDERS = `import test_shop


def test_opens_the_season():
    test_shop.STATE["season"] = 1


def test_needs_the_season():
    assert "season" in test_shop.STATE
`;

let place: Place;
let log: string;
beforeEach(() => {
  place = new Place();
  log = join(place.folder, 'log');
  writeFileSync(log, '');
  writeFileSync(join(place.subject, 'test_shop.py'), `LOG = ${JSON.stringify(log)}\n${SHOP}`);
  writeFileSync(join(place.subject, 'test_orders.py'), ORDERS);
});
afterEach(() => place.remove());

/** The first rounds of each arm, down to one row of settings. */
const ROUNDS = ['--rounds', '14', '--seed', '3', '--json'];
const FEW_ROUNDS = ['--rounds', '6', '--seed', '3', '--json'];

const kinds = ({ flaky }: HuntResult) => flaky.map(({ test: id, kind, after }) => [id.split('::')[1], kind, after]);

function git(...args: readonly string[]): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const { status, stderr } = spawnSync('git', ['-C', place.subject, ...author, ...args], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

describe('a hunt', () => {
  test('finds what fails in some order, twice, or under a setting, and prints commands that show it', async () => {
    const answer = await place.run(['hunt', ...ROUNDS]);
    const hunt = huntOf(answer);
    expect(answer.code).toBe(1);
    expect(kinds(hunt)).toEqual([
      ['test_needs_the_season', 'brittle', ['test_orders.py::test_opens_the_season']],
      ['test_totals_the_cart', 'victim', ['test_shop.py::test_shows_the_banner']],
      ['test_sells_once', 'self-polluter', ['test_shop.py::test_sells_once']],
      ['test_prints_the_hour', 'time-zone', []],
    ]);
    expect(hunt.broken.map(({ test: id }) => id)).toEqual(['test_shop.py::test_adds_the_tax']);
    expect(hunt.unrepeated).toEqual([]);
    const printed = hunt.flaky.filter(({ reproduce }) => reproduce.confirmed);
    expect(printed.map(({ kind }) => kind)).toEqual(['brittle', 'victim', 'time-zone']);
    expect(printed[0]!.place).toEqual({ file: 'test_orders.py', line: 8 });
    for (const { reproduce } of printed) expect(spawnSync('sh', ['-c', reproduce.fails]).status).toBe(1);
    const replay = hunt.flaky.find(({ kind }) => kind === 'self-polluter')!.reproduce.fails;
    const words = replay.split(' ');
    expect(words[0]).toBe('unflake');
    expect((await place.run(words.slice(1))).code).toBe(1);
    const text = await place.run(['hunt', '--resume', hunt.huntId!]);
    expect(text.stdout).toContain('found      4 flaky, 1 broken of 8 tests, in 14 rounds; the budget was spent\n');
    expect(text.stdout).toMatch(/^next {7}unflake diagnose /m);
  });

  test('of a part of the suite runs no other test, and finds nothing in a healthy one', async () => {
    writeFileSync(join(place.subject, 'test_tea.py'), 'def test_pours():\n    pass\n');
    const answer = await place.run(['hunt', 'test_tea.py', '--rounds', '3', '--json']);
    expect(huntOf(answer)).toMatchObject({ tests: 1, flaky: [], broken: [], ended: 'budget' });
    expect(huntOf(answer).next).toMatch(/^unflake hunt --resume h-\w+ --rounds 6$/);
    expect(answer.code).toBe(0);
    expect(readFileSync(log, 'utf8')).toBe('');
    const missing = await callIn(place, ['hunt', 'nowhere', '--json']);
    expect(missing.code).toBe(4);
  });

  test('of a change runs the tests that it touches, and none where it touches none', async () => {
    writeFileSync(join(place.subject, 'price.py'), 'def tax():\n    return 19\n');
    writeFileSync(
      join(place.subject, 'test_tax.py'),
      'import price\n\n\ndef test_taxes():\n    assert price.tax() > 0\n',
    );
    writeFileSync(join(place.subject, '.gitignore'), '__pycache__/\n');
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'one');
    const none = await callIn(place, ['hunt', '--changed', 'main']);
    expect([none.code, none.stdout]).toEqual([
      0,
      expect.stringMatching(/^found {6}no test is touched by what changed since /),
    ]);
    writeFileSync(join(place.subject, 'price.py'), 'def tax():\n    return 7\n');
    const hunt = huntOf(await place.run(['hunt', '--changed', 'main', '--rounds', '2', '--json']));
    expect(hunt).toMatchObject({ tests: 1, since: expect.stringMatching(/^[0-9a-f]{40}$/), flaky: [] });
    const unknown = await callIn(place, ['hunt', '--changed', 'nowhere', '--json']);
    expect(unknown.code).toBe(2);
    expect(unknown.stdout).toContain('git knows no revision nowhere');
  });

  test('that is killed or interrupted goes on where it was, to the same end, and runs nothing twice', async () => {
    const whole = huntOf(await place.run(['hunt', ...FEW_ROUNDS]));
    const runs = readFileSync(log, 'utf8').length;
    writeFileSync(log, '');
    const killed = place.start(['hunt', ...FEW_ROUNDS]);
    await until(() => readFileSync(log, 'utf8').length >= 2, { within: 120_000, every: 5 });
    killed.child.kill('SIGKILL');
    await killed.answer;
    const cut = place.start(['hunt', '--resume', 'latest', '--json']);
    await until(() => readFileSync(log, 'utf8').length >= 4, { within: 120_000, every: 5 });
    cut.child.kill('SIGINT');
    const interrupted = await cut.answer;
    expect(interrupted.code).toBe(130);
    expect(huntOf(interrupted).ended).toBe('cancelled');
    const resumed = huntOf(await place.run(['hunt', '--resume', 'latest', '--json']));
    expect(resumed.huntId).toBe(huntOf(interrupted).huntId);
    expect(comparableHunt(resumed)).toEqual(comparableHunt(whole));
    // Each cut loses at most the trial that was running.
    expect(readFileSync(log, 'utf8').length).toBeLessThanOrEqual(runs + 4);
  });
});
