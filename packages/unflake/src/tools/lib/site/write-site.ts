/** The dashboard as a folder that opens from disk: the same pages, with the answers that they would ask a service for inside. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UnflakeError } from '../../../contract/faults.ts';
import { TOOLING_VERSION } from '../../../contract/versions.ts';
import type { Store } from '../../../store/port.ts';
import { caseTool } from '../../case.ts';
import { casesTool } from '../../cases.ts';
import { huntsTool } from '../../hunts.ts';
import { statusTool } from '../../status.ts';
import { caseRecord } from '../case/case-record.ts';
import type { ToolContext } from '../tool.ts';

/** Written by the build of packages/dashboard. */
const DASHBOARD = fileURLToPath(new URL('../../../../dashboard', import.meta.url));

/** Pages of a disk have no origin of their own, so their scheme is named. */
const POLICY = [
  "default-src 'none'",
  ...["script-src 'self' file:", "style-src 'self' file:", "img-src 'self' file:"],
  ...["base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"],
].join('; ');

export interface WrittenSite {
  readonly folder: string;
  readonly cases: number;
  readonly hunts: number;
}

export interface SitePlace {
  readonly root?: string | undefined;
  readonly store?: string | undefined;
  readonly config?: string | undefined;
}

export async function writeSite(
  folder: string,
  place: SitePlace,
  store: Store,
  context: ToolContext,
): Promise<WrittenSite> {
  if (!existsSync(join(DASHBOARD, 'index.html')))
    throw new UnflakeError('INVALID_INPUT', 'the pages were not built: run `npm run build`', { field: 'site' });
  const { answers, cases, hunts } = await siteAnswers(place, store, context);
  mkdirSync(folder, { recursive: true });
  cpSync(DASHBOARD, folder, { recursive: true });
  const page = readFileSync(join(DASHBOARD, 'index.html'), 'utf8');
  // Inert to the browser; without `<` no text in it can end it.
  const data = JSON.stringify({ version: TOOLING_VERSION, answers }).replaceAll('<', '\\u003c');
  const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
  const inside = `<script type="application/json" id="unflake-site">${data}</script>`;
  const written = page.replace('<head>', () => `<head>${head}`).replace('</body>', () => `${inside}</body>`);
  writeFileSync(join(folder, 'index.html'), written);
  return { folder, cases, hunts };
}

/** By tool, and by tool and id, as the pages ask. */
async function siteAnswers(place: SitePlace, store: Store, context: ToolContext) {
  const { config: _config, ...rest } = place;
  const { cases } = await casesTool.run(casesTool.input.parse(place), context);
  const list = await huntsTool.run(huntsTool.input.parse(rest), context);
  const answers: Record<string, unknown> = {
    status: await statusTool.run(statusTool.input.parse(place), context),
    cases: { store: store.place, cases },
    hunts: list,
  };
  for (const { caseId, verdict } of cases) {
    answers[`case ${caseId}`] = await caseTool.run(caseTool.input.parse({ ...rest, case: caseId }), context);
    if (verdict === null) continue;
    answers[`report ${caseId}`] = {
      record: await caseRecord(store, await store.findCase(caseId)),
      format: 'json',
      out: null,
    };
  }
  for (const { id } of list.hunts)
    answers[`hunts ${id}`] = await huntsTool.run(huntsTool.input.parse({ ...rest, hunt: id }), context);
  const newest = list.hunts.find(({ kind }) => kind === 'hunt');
  if (newest !== undefined) answers['hunts latest'] = answers[`hunts ${newest.id}`];
  return { answers, cases: cases.length, hunts: list.hunts.length };
}
