/** What lists show of cases that another release has recorded or closed, or that were copied: one body, an arm per store. */
import { random } from '@unflake/testkit/random';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CaseFindings } from '../../src/contract/case-record.ts';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import type { HuntResult } from '../../src/contract/hunt.ts';
import type { CaseClosing, Store } from '../../src/store/port.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { copyStore } from '../../src/store/sql/copy-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { connect } from '../../src/store/sqlite/connection.ts';
import { newCase } from './store.ts';

interface SummaryArm {
  readonly name: string;
  readonly place: () => { readonly open: () => Promise<Connection>; readonly remove: () => Promise<void> };
}

const closingOf = (family: string, kind: string): CaseClosing => ({
  diagnosis: { verdict: 'isolated', cause: { family, kind, confidence: 0.9 } } as Diagnosis,
  findings: {} as CaseFindings,
});

export function summaryContract(arm: SummaryArm): void {
  describe(`lists of ${arm.name}`, () => {
    let place: ReturnType<SummaryArm['place']>;
    let db: Connection;
    let store: Store;
    beforeEach(async () => {
      place = arm.place();
      db = await place.open();
      store = sqlStore(db);
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });
    const closeAs = async (id: string, closing: CaseClosing, atMs: number) =>
      await db.run(
        'UPDATE cases SET closed_at_ms = ?, verdict = ?, closing = ? WHERE id = ?',
        ...[atMs, 'isolated', db.pack(closing), id],
      );

    test('of cases and hunts that an earlier release recorded say the same', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      await store.closeCase(id, closingOf('timing', 'short-wait'), 9_000);
      const { test: _test, ...hunt } = newCase();
      const { id: huntId } = await store.openHunt(hunt, random(2));
      await store.closeHunt(huntId, { flaky: [{}] } as unknown as HuntResult, 9_000);
      const [cases, hunts] = [await store.cases(), await store.hunts(5)];
      await db.run('DELETE FROM case_summaries');
      expect(await store.cases()).toEqual(cases);
      expect(cases).toMatchObject([{ id, cause: { family: 'timing', kind: 'short-wait' } }]);
      expect(await store.hunts(5)).toEqual(hunts);
      expect(hunts).toMatchObject([{ id: huntId, tests: hunt.suite.length, flaky: 1 }]);
    });

    test('never tell a cause of an earlier end of a case, whoever has closed it again', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      await store.closeCase(id, closingOf('timing', 'short-wait'), 9_000);
      await closeAs(id, closingOf('ordering', 'victim'), 9_700);
      expect(await store.cases()).toMatchObject([{ id, cause: { family: 'ordering', kind: 'victim' } }]);
    });

    test('of a copy say the same, also when the case was closed after it was copied', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      const copy = connect(':memory:');
      const copied = sqlStore(copy);
      const signal = new AbortController().signal;
      await copyStore(db, copy, undefined, signal);
      expect(await copied.cases()).toMatchObject([{ id, cause: null }]);
      await store.closeCase(id, closingOf('external', 'date'), 9_000);
      await copyStore(db, copy, undefined, signal);
      expect(await copied.cases()).toEqual(await store.cases());
      expect(await copy.get('SELECT closed_at_ms, family, kind FROM case_summaries')).toMatchObject({
        ...{ closed_at_ms: 9_000, family: 'external', kind: 'date' },
      });
      await copied.close();
    });
  });
}
