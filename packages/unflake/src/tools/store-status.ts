/** `unflake store status`: which store is used, what it is, and what it holds. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { storeAddress } from './lib/open-store.ts';
import { STORE_STATUS } from './lib/outputs/store.ts';
import type { StoreStatusResult } from './lib/store-results.ts';
import { storeStatus } from './lib/store-status.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const storeStatusTool = defineTool({
  name: 'store_status',
  command: 'store status',
  summary: 'show which store is used, what it is, and what it holds',
  examples: [
    { line: 'store status', does: 'the store of this project' },
    { line: 'store status --store postgres://db.example/tests', does: 'that of the team' },
  ],
  input: z.object({ root: PLACE.root, store: PLACE.store }),
  output: STORE_STATUS,
  positionals: [],
  async run(given, context): Promise<StoreStatusResult> {
    return storeStatus(await storeAddress(resolve(context.cwd, given.root ?? '.'), given.store, context));
  },
  exitCode: () => EXIT.done,
});
