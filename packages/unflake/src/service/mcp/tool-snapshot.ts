/**
 * What `tools/list` answers, read from a file that comes with the package. Clients ask for it as soon as we are up, and making it anew loads
 * every tool with its libraries. A test holds the file equal to what describe-tools.ts makes.
 */
import { readFile } from 'node:fs/promises';
import type { McpTools } from './describe-tools.ts';

/** Three levels up from here both in `src` and in `dist`. */
const SNAPSHOT = new URL('../../../contracts/mcp-tools.json', import.meta.url);

export async function toolSnapshot(): Promise<McpTools> {
  return JSON.parse(await readFile(SNAPSHOT, 'utf8')) as McpTools;
}
