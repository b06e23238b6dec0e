/**
 * The commands that start a server instead of calling a tool; they run until they are stopped. A static table, like the registry: the
 * service and its libraries are loaded only on demand.
 */
import type { z } from 'zod';
import type { AnyTool } from '../tools/lib/tool.ts';
import type { CliHost } from './cli-host.ts';

/** Its flags come from the schema, like those of a tool. */
export interface ServerCommand extends Pick<AnyTool, 'name' | 'command' | 'summary' | 'examples' | 'positionals'> {
  readonly input: z.ZodObject;
  /** Runs until it is stopped; resolves to the exit code. */
  open(args: readonly string[], host: CliHost): Promise<number>;
}

export interface ServerEntry {
  readonly command: string;
  readonly summary: string;
  readonly load: () => Promise<ServerCommand>;
}

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
