/** `unflake store migrate`: makes the tables of a store, or brings them up to date. Every command does so; this one does nothing else. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { closing } from './lib/closing.ts';
import { connectStore, storeAddress } from './lib/open-store.ts';
import { STORE_STATUS } from './lib/outputs/store.ts';
import type { StoreStatusResult } from './lib/store-results.ts';
import { storeStatus } from './lib/store-status.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const storeMigrateTool = defineTool({
  name: 'store_migrate',
  command: 'store migrate',
  summary: 'make the tables of a store, or bring them up to date',
  examples: [{ line: 'store migrate --store postgres://db.example/tests', does: 'before the team uses it' }],
  input: z.object({ root: PLACE.root, store: PLACE.store }),
  output: STORE_STATUS,
  positionals: [],
  async run(given, context): Promise<StoreStatusResult> {
    const address = await storeAddress(resolve(context.cwd, given.root ?? '.'), given.store, context);
    const db = await connectStore(address);
    await using _db = closing(db);
    return await storeStatus(address);
  },
  exitCode: () => EXIT.done,
});
