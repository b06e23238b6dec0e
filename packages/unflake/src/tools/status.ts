/** `unflake status`: an overview of a subject. Runs nothing and creates nothing. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { detectRunners, withoutSubstitutes } from '../engine/subject/detect-runners.ts';
import { openProject } from '../engine/subject/open-project.ts';
import { RUNNERS } from '../runners/index.ts';
import { openIndex } from '../scan/index/index-file.ts';
import { closing } from './lib/closing.ts';
import { loadConfig } from './lib/config.ts';
import { INDEX_PLACE, indexPath } from './lib/index-place.ts';
import { chosenStore, openStoreAt, shownStore, storeAddress, storeExists } from './lib/open-store.ts';
import { STATUS } from './lib/outputs/subject.ts';
import type { StatusResult } from './lib/status-results.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const statusTool = defineTool({
  name: 'status',
  command: 'status',
  summary: 'show what is known about the project: runners, config file, cases, index',
  examples: [
    { line: 'status', does: 'of the project in this folder' },
    { line: 'status --json', does: 'for a script' },
  ],
  input: z.object({ ...PLACE, index: INDEX_PLACE.index }),
  output: STATUS,
  positionals: [],
  async run(given, context): Promise<StatusResult> {
    const project = openProject(resolve(context.cwd, given.root ?? '.'));
    const { root } = project;
    const config = await loadConfig(root, given.config === undefined ? undefined : resolve(context.cwd, given.config));
    return {
      root,
      runners: withoutSubstitutes(detectRunners(project, RUNNERS)).map(({ adapter, detection }) => ({
        name: adapter.name,
        folder: detection.folder,
        strength: detection.strength,
        because: detection.because,
      })),
      config: config.file,
      store: await storeStatus(root, chosenStore(given.store, config, context), context),
      index: indexStatus(indexPath(root, given, context)),
    };
  },
  exitCode: () => EXIT.done,
});

async function storeStatus(
  root: string,
  given: string | undefined,
  context: ToolContext,
): Promise<StatusResult['store']> {
  const address = await storeAddress(root, given, context);
  const place = shownStore(address);
  if (!storeExists(address)) return { place, exists: false, cases: 0, open: 0 };
  const store = await openStoreAt(address);
  await using _store = closing(store);
  const cases = await store.cases();
  return { place, exists: true, cases: cases.length, open: cases.filter(({ verdict }) => verdict === null).length };
}

function indexStatus(place: string): StatusResult['index'] {
  if (!existsSync(place)) return { place, exists: false, refreshedAt: null };
  const index = openIndex(place);
  try {
    const at = index.refreshedAtMs();
    return { place, exists: true, refreshedAt: at === null ? null : new Date(at).toISOString() };
  } finally {
    index.close();
  }
}
