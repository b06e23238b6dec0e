/**
 * The commands that start a server instead of calling a tool; they run until they are stopped. A static table, like the registry: the
 * service and its libraries are loaded only on demand.
 */
import type { ServerEntry } from './cli-host.ts';

/** In the order in which help shows them. */
export const SERVERS: readonly ServerEntry[] = [
  {
    command: 'mcp',
    summary: 'offer the tools to a coding assistant, over MCP on stdin and stdout',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  {
    command: 'serve',
    summary: 'offer the tools over HTTP, with events while they work',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
];
