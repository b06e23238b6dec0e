/**
 * The lines that the polluters reach and that change shared state, as far as a scan knows. Evidence for the person who fixes it, not proof.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolluterSource } from '../../contract/diagnosis.ts';
import type { TestId } from '../../contract/test-id.ts';
import { staticSources } from './static-sources.ts';
import type { ToolContext } from './tool.ts';

/** Rules about state that outlives a test: in the process or on disk. */
const LEAVES_STATE =
  /\/(?:shared-mutable-state|(?:env|locale|mock|signal-handler|timer|thread|temp|handle)-left-behind|fixed-temp-path)$/;
/** The diagnosis is complete and waits for this. */
const MAX_MS = 3_000;
const MAX_POLLUTERS = 3;
const MAX_SOURCES = 3;
const MAX_TEXT = 160;

export async function polluterSources(
  root: string,
  polluters: readonly (readonly TestId[])[],
  index: string,
  { clock, signal }: Pick<ToolContext, 'clock' | 'signal'>,
  withinMs: number = MAX_MS,
): Promise<readonly PolluterSource[]> {
  const limited = { clock, signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]) };
  const found: PolluterSource[] = [];
  for (const test of [...new Set(polluters.flat())].slice(0, MAX_POLLUTERS)) {
    const sources = await staticSources(root, test, index, limited, withinMs);
    const own = sources.filter(({ rule }) => LEAVES_STATE.test(rule)).slice(0, MAX_SOURCES);
    for (const { rule, file, line } of own)
      found.push({ test, rule, file, line, text: await lineOf(join(root, file), line) });
  }
  return found;
}

async function lineOf(path: string, line: number): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    return '';
  });
  return (text.split('\n')[line - 1] ?? '').trim().slice(0, MAX_TEXT);
}
