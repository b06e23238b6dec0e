/**
 * The result of `tools/list`, read from a file of the package. Clients request it at start, and building it loads every tool with its
 * libraries. A test compares the file with the result of describe-tools.ts.
 */
import { readFile } from 'node:fs/promises';
import type { McpTools } from './describe-tools.ts';

/** Three levels up from here both in `src` and in `dist`. */
const SNAPSHOT = new URL('../../../contracts/mcp-tools.json', import.meta.url);

export async function toolSnapshot(): Promise<McpTools> {
  return JSON.parse(await readFile(SNAPSHOT, 'utf8')) as McpTools;
}
