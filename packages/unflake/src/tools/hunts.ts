/** `unflake hunts`: the recorded hunts and certifications of a subject, newest first, or one of them with its result. */
import { resolve } from 'node:path';
import * as z from 'zod';
import type { CertifyResult } from '../contract/certificate.ts';
import { EXIT } from '../contract/exit-codes.ts';
import type { HuntResult } from '../contract/hunt.ts';
import type { ListedHunt, Store, StoredHunt } from '../store/port.ts';
import { closing } from './lib/closing.ts';
import type { HuntSummary, HuntsResult } from './lib/hunts-result.ts';
import { openStore } from './lib/open-store.ts';
import { HUNTS } from './lib/outputs/hunts.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const MAX_HUNTS = 200;
const CERTIFICATION = 'cert-';

export const huntsTool = defineTool({
  name: 'hunts',
  command: 'hunts',
  summary: 'list the recorded hunts and certifications, newest first, or show one with its result',
  examples: [
    { line: 'hunts', does: 'those of the project in this folder' },
    { line: 'hunts h-3x9p4w --json', does: 'one with its result, as JSON' },
  ],
  input: z.object({
    root: PLACE.root,
    store: PLACE.store,
    hunt: z
      .string()
      .min(1)
      .optional()
      .describe('The id of a hunt or certification, or `latest` for the newest hunt; its result is shown'),
  }),
  output: HUNTS,
  positionals: ['hunt'],
  async run(given, context): Promise<HuntsResult> {
    const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
    await using _store = closing(store);
    const named = given.hunt === undefined ? null : await findOne(store, given.hunt);
    return {
      store: store.place,
      hunts: (await store.hunts(MAX_HUNTS)).map(summaryOf),
      hunt: named?.kind === 'hunt' ? named.stored.result : null,
      certification: named?.kind === 'certification' ? named.stored.result : null,
    };
  },
  exitCode: () => EXIT.done,
});

type Found =
  | { readonly kind: 'hunt'; readonly stored: StoredHunt<HuntResult> }
  | { readonly kind: 'certification'; readonly stored: StoredHunt<CertifyResult> };

async function findOne(store: Store, name: string): Promise<Found> {
  return name.startsWith(CERTIFICATION)
    ? { kind: 'certification', stored: await store.findCertification(name) }
    : { kind: 'hunt', stored: await store.findHunt(name) };
}

function summaryOf({ openedAtMs, closedAtMs, flaky, ...hunt }: ListedHunt): HuntSummary {
  return {
    ...hunt,
    openedAt: new Date(openedAtMs).toISOString(),
    closedAt: closedAtMs === null ? null : new Date(closedAtMs).toISOString(),
    found: flaky,
  };
}
