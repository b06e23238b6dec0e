/** Quarantine by the project's list. */
import { expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { type QuarantineListEntry, type QuarantineReport, quarantineListed } from '../../src/quarantine.ts';
import { fakeRunner } from './fake-runner.ts';

const ENTRY = { reason: 'races', owner: 'storage', since: '2026-03-01', until: '2026-03-20', ticket: '#17' };
const FILE = 'src/cart.test.ts';

async function outcomes(entries: readonly QuarantineListEntry[], day = '2026-03-10') {
  const reports: QuarantineReport[] = [];
  const runner = fakeRunner();
  const listed = quarantineListed({
    list: { entries },
    file: FILE,
    where: 'everywhere',
    clock: new TestClock(Date.parse(`${day}T12:00:00Z`)),
    report: (one) => void reports.push(one),
  })(runner.test);
  for (const name of ['totals', 'other', 'a > b'])
    listed(name, () => {
      throw new Error('boom');
    });
  return { outcomes: await runner.run(), reports };
}

test('a listed test is reported and does not fail; another one in the same file fails', async () => {
  const { outcomes: seen, reports } = await outcomes([
    { test: 'src/cart.test.ts > cart > totals', ...ENTRY },
    { test: 'src/cart.test.ts > a \\> b', ...ENTRY },
    { test: 'src/tax.test.ts > other', ...ENTRY },
  ]);
  expect(seen).toEqual({ totals: 'passed', 'a > b': 'passed', other: 'failed: boom' });
  expect(reports[0]).toMatchObject({ test: 'totals', issue: '#17', owner: 'storage', until: '2026-03-20' });
});

test('after its last day a listed test fails, as the gate does', async () => {
  const entries = [{ test: 'src/cart.test.ts > totals', ...ENTRY }];
  expect((await outcomes(entries, '2026-03-21')).outcomes.totals).toContain('ended on 2026-03-20');
});

test('with an empty list every test runs unchanged', async () => {
  expect((await outcomes([])).outcomes).toEqual({
    totals: 'failed: boom',
    other: 'failed: boom',
    'a > b': 'failed: boom',
  });
});

test('an entry without an owner, or a file that is no list, is refused', () => {
  const list = { entries: [{ test: 'src/cart.test.ts > totals', ...ENTRY, owner: '' }] };
  expect(() => quarantineListed({ list, file: FILE })).toThrow(/owner/);
  expect(() => quarantineListed({ list: {} as never, file: FILE })).toThrow(/entries/);
});
