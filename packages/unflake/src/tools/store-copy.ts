/** `unflake store copy`: copies cases and the history of CI to another store, such as from a laptop to the team's. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { outageOf } from '../experiment/history/outage.ts';
import { isPostgresAddress } from '../store/postgres/address.ts';
import { copyStore } from '../store/sql/copy-store.ts';
import { copyHistory } from '../store/sql/history/copy/copy-history.ts';
import { sqlHistory } from '../store/sql/history/sql-history.ts';
import { closing } from './lib/closing.ts';
import { assessTests } from './lib/history/assess-tests.ts';
import { badInput } from './lib/hunt/bad-input.ts';
import { connectStore, shownStore, storeExists } from './lib/open-store.ts';
import { STORE_COPY } from './lib/outputs/store.ts';
import type { StoreCopyResult } from './lib/store-results.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';

const WHAT = 'The file of a store, or the address of a PostgreSQL database';

export const storeCopyTool = defineTool({
  name: 'store_copy',
  command: 'store copy',
  summary: 'copy recorded cases, hunts, certifications and the history of CI to another store',
  examples: [
    { line: 'store copy cases.db postgres://db.example/tests', does: 'everything, from a laptop to the team' },
    { line: 'store copy cases.db postgres://db.example/tests c-7f3k2m', does: 'one case' },
  ],
  input: z.object({
    from: z.string().min(1).describe(WHAT),
    to: z.string().min(1).describe(WHAT),
    ids: z
      .array(z.string().min(1))
      .optional()
      .describe('Ids of cases, hunts or certifications; by default all, and the history'),
  }),
  output: STORE_COPY,
  positionals: ['from', 'to', 'ids'],
  async run(given, context): Promise<StoreCopyResult> {
    const [from, to] = [addressOf(given.from, context), addressOf(given.to, context)];
    if (!storeExists(from))
      throw badInput('from', shownStore(from), `there is no store ${shownStore(from)}`, 'a store');
    if (from === to) throw badInput('to', shownStore(to), 'a store cannot be copied to itself', 'another store');
    const source = await connectStore(from);
    await using _source = closing(source);
    const target = await connectStore(to);
    await using _target = closing(target);
    const ids = given.ids?.length ? given.ids : undefined;
    const copied = await copyStore(source, target, ids, context.signal);
    const history = ids === undefined ? await copyHistory(source, target, outageOf, context.signal) : null;
    if (history !== null) await assessTests(sqlHistory(target), context.signal);
    return { from: source.place, to: target.place, ...copied, history };
  },
  exitCode: () => EXIT.done,
});

const addressOf = (given: string, { cwd }: ToolContext): string =>
  isPostgresAddress(given) ? given : resolve(cwd, given);
