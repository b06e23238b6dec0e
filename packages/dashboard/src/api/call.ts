/** Calls of tools that read. On a page that was opened from disk the answers are in the page. */
import { Fault, jsonBody, sendForResult } from './request.ts';
import type { Health, Input, Results, ToolName } from './results.ts';
import { siteAnswer, siteHealth } from './site.ts';

export async function callTool<Name extends ToolName>(name: Name, input: Input): Promise<Results[Name]> {
  const recorded = siteAnswer(name, input);
  if (recorded === undefined) return await sendForResult<Results[Name]>(`tools/${name}`, jsonBody(input));
  if (recorded === null)
    throw new Fault('NOT_IN_SITE', 'this was not written into these pages; `unflake serve` has it');
  return recorded as Results[Name];
}

export async function askHealth(): Promise<Health> {
  return siteHealth() ?? (await sendForResult<Health>('health'));
}
