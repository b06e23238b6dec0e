/** `unflake verify` on small projects: real fixes, fixes that only make a failure rarer, and changes that say nothing. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { VerifyPlace, verificationOf } from './verify-place.ts';

let place: VerifyPlace;
beforeEach(() => {
  place = new VerifyPlace();
});
afterEach(() => place.remove());

const CONFIG = JSON.stringify({ runner: 'command', runners: { command: { command: ['sh', 'check.sh'] } } });
const FAILING = '[ "$TZ" != Asia/Kathmandu ]\n';
const FIXED = 'true\n';
const inZone = (knowsCommit: boolean) => ({
  runner: 'command',
  test: 'sh check.sh',
  conditions: { tz: 'Asia/Kathmandu' },
  passing: { tz: 'UTC' },
  knowsCommit,
});

describe('a fix that is committed', () => {
  test('is fixed after red, green and red again, and nothing of the two checkouts stays', async () => {
    place.commit({ 'check.sh': FAILING, 'unflake.config.json': CONFIG });
    const caseId = await place.case(inZone(true));
    place.commit({ 'check.sh': FIXED });
    const { code, result } = await place.verify('--seed', '3');
    expect([code, result.verdict, result.failedAgain]).toEqual([0, 'fixed', true]);
    expect(result).toMatchObject({ caseId, verificationId: `${caseId}-v1`, reason: null, hides: [] });
    expect([result.before.from, result.before.failures, result.after.failures]).toEqual(['now', result.before.runs, 0]);
    expect(result.after.runs).toBeGreaterThanOrEqual(result.passesNeeded!);
    expect(result.bound?.rate).toBeLessThan(0.05);
    expect(place.git('worktree', 'list').split('\n')).toHaveLength(1);
    // Reports and the page of the case show it.
    const text = await place.run(['report', caseId]);
    expect(text.stdout).toContain(`verification ${caseId}-v1`);
    const shown = JSON.parse((await place.run(['case', caseId, '--json'])).stdout);
    expect(shown.result.verifications).toEqual([result]);
  });

  test('leaves nothing of a verification that was killed: its checkouts go at once, and the next one removes what git noted of them', async () => {
    const runs = join(place.folder, 'runs');
    place.commit({ 'check.sh': `echo x >> ${runs}\n${FAILING}`, 'unflake.config.json': CONFIG });
    const caseId = await place.case(inZone(true));
    place.commit({ 'check.sh': `echo x >> ${runs}\n${FIXED}` });
    const noted = () =>
      [...place.git('worktree', 'list', '--porcelain').matchAll(/^worktree (.+)$/gm)].map(([, at]) => at!);
    const { child, answer } = place.start(['verify', caseId, '--json', '--seed', '3']);
    await until(() => existsSync(runs) && readFileSync(runs, 'utf8').length >= 4, { within: 120_000, every: 5 });
    const checkouts = noted().slice(1);
    expect(checkouts).toHaveLength(2);
    child.kill('SIGKILL');
    await answer;
    await until(() => !checkouts.some((one) => existsSync(one)), { within: 120_000, every: 20 });
    expect(noted()).toHaveLength(3);
    const { code, result } = await place.verify(caseId, '--seed', '3');
    expect([code, result.verdict]).toEqual([0, 'fixed']);
    expect(noted()).toHaveLength(1);
    expect(place.git('status', '--porcelain')).toBe('');
  });

  test('proves nothing when the old code does not fail here either', async () => {
    const old = place.commit({ 'check.sh': FIXED, 'unflake.config.json': CONFIG });
    await place.case(inZone(false));
    place.commit({ 'check.sh': 'true || false\n' });
    const { code, result } = await place.verify('--before', old, '--after', 'HEAD');
    expect([code, result.verdict, result.reason]).toEqual([3, 'not-comparable', 'old-code-passes']);
  });

  test('cannot be compared with a commit that git does not know', async () => {
    place.commit({ 'check.sh': FAILING, 'unflake.config.json': CONFIG });
    await place.case(inZone(true));
    const { code, stdout } = await place.run(['verify', '--before', 'nowhere', '--json']);
    expect(code).toBe(FAULTS.UNKNOWN_COMMIT.exit);
    expect(JSON.parse(stdout).error.code).toBe('UNKNOWN_COMMIT');
  });
});

describe('a change of the working tree', () => {
  test('that changes nothing is still flaky', async () => {
    place.write({ 'check.sh': FAILING, 'unflake.config.json': CONFIG });
    await place.case(inZone(false));
    const { code, result } = await place.verify();
    expect([code, result.verdict]).toEqual([1, 'still-flaky']);
    expect(result.cost.trials).toBe(5);
  });

  test('that makes the failure ten times rarer is still flaky', async () => {
    // Fails in every tenth run of the zone.
    const rare = `[ "$TZ" != Asia/Kathmandu ] && exit 0\necho x >> ${join(place.folder, 'runs')}\n[ $(($(wc -l < ${join(place.folder, 'runs')}) % 10)) -ne 0 ]\n`;
    place.write({ 'check.sh': rare, 'unflake.config.json': CONFIG });
    await place.case(inZone(false));
    const { code, result } = await place.verify();
    expect([code, result.verdict]).toEqual([1, 'still-flaky']);
    expect(result.after.failures).toBe(1);
    expect(result.after.runs).toBeGreaterThanOrEqual(10);
  });

  test('continues after Ctrl-C with the trials it has, and not once the code has changed', async () => {
    const runs = join(place.folder, 'runs');
    place.write({ 'check.sh': `echo x >> ${runs}\n`, 'unflake.config.json': CONFIG });
    await place.case(inZone(false));
    const { child, answer } = place.start(['verify', '--json', '--seed', '5']);
    const ran = () => (existsSync(runs) ? readFileSync(runs, 'utf8').length / 2 : 0);
    await until(() => ran() >= 12, { within: 120_000, every: 5 });
    child.kill('SIGINT');
    const cut = await answer;
    expect([cut.code, verificationOf(cut).verdict, verificationOf(cut).reason]).toEqual([
      130,
      'undecided',
      'interrupted',
    ]);
    const before = verificationOf(cut).cost.trials;
    const { code, result } = await place.verify('--resume');
    expect([code, result.verdict, result.verificationId]).toEqual([0, 'fixed', verificationOf(cut).verificationId]);
    // At most the trial that was cut ran twice.
    expect(ran() - result.cost.trials).toBeLessThanOrEqual(1);
    expect(result.cost.trials).toBeGreaterThan(before);

    await place.verify('--trials', '7');
    writeFileSync(join(place.subject, 'check.sh'), FAILING);
    const changed = await place.run(['verify', '--resume', '--json']);
    expect(JSON.parse(changed.stdout).error.code).toBe('CASE_CHANGED');
  });
});

describe('a test that changed', () => {
  const NODE = {
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
    'basket.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';

test('totals the basket', () => assert.notEqual(process.env.TZ, 'Asia/Kathmandu'));
`,
  };
  const recorded = { ...inZone(true), runner: 'node-test', test: 'basket.test.js > totals the basket' };

  test('is not fixed by skipping it, and the skip is named', async () => {
    place.commit(NODE);
    await place.case(recorded);
    place.write({ 'basket.test.js': NODE['basket.test.js'].replace('test(', 'test.skip(') });
    const { code, result } = await place.verify();
    expect([code, result.verdict, result.reason]).toEqual([3, 'not-comparable', 'skipped']);
    expect(result.hides).toMatchObject([{ kind: 'test-skipped', file: 'basket.test.js', line: 4 }]);
  });

  test('is not comparable under another name, until that is given', async () => {
    place.commit(NODE);
    await place.case(recorded);
    place.write({ 'basket.test.js': NODE['basket.test.js'].replace('totals the basket', 'totals a basket') });
    const gone = await place.verify();
    expect([gone.code, gone.result.verdict, gone.result.reason]).toEqual([3, 'not-comparable', 'test-gone']);
    expect(gone.result.nearest).toBe('basket.test.js > totals a basket');
    const named = await place.verify('--test', 'totals a basket');
    expect([named.code, named.result.verdict]).toEqual([1, 'still-flaky']);
  });
});
