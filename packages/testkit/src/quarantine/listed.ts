/** Quarantine by the project's list, unflake.quarantine.json: what `unflake quarantine` keeps and its gate reads. */
import { fail, requireTexts } from '../text/refuse.ts';
import { mapTest, type TestFunction } from './map-test.ts';
import { type Quarantine, quarantinedBody } from './quarantine.ts';

export interface ListedQuarantine extends Pick<Quarantine, 'where' | 'within' | 'report' | 'clock'> {
  /** What unflake.quarantine.json has, imported or parsed. */
  readonly list: { readonly entries: readonly QuarantineListEntry[] };
  /** The file of the tests as the list names it, relative to the project. */
  readonly file: string;
}

export interface QuarantineListEntry {
  readonly test: string;
  readonly reason: string;
  readonly owner: string;
  readonly until: string;
  readonly ticket?: string;
}

/**
 * A test function whose tests are in quarantine where the project's list names them; all others run unchanged. A test is known by its file
 * and its own title, without those of the groups around it.
 *
 * @example
 * ```ts
 * import { test as plain } from 'node:test';
 * import { quarantineListed } from '@unflake/testkit/quarantine';
 *
 * const list = { entries: [] };
 * const test = quarantineListed({ list, file: 'src/store.test.ts' })(plain);
 *
 * test('compacts while reading', async () => {});
 * ```
 */
export function quarantineListed({ list, file, ...rest }: ListedQuarantine): <T extends TestFunction>(test: T) => T {
  if (!list.entries?.map) fail('a quarantine list has entries');
  const listed = new Map<string, ReturnType<typeof quarantinedBody>>();
  for (const { test, reason, owner, until, ticket } of list.entries) {
    requireTexts('a quarantine', { test, reason, owner, until });
    const titles = test.split(' > ').map((part) => part.replace(/\\([\\>])/g, '$1'));
    const issue = ticket ?? 'unflake.quarantine.json';
    if (titles.shift() === file)
      listed.set(titles.pop() ?? '', quarantinedBody({ issue, owner, until, reason, ...rest }));
  }
  return (test) => mapTest(test, (body, name) => listed.get(name)?.(body, name) ?? body);
}
