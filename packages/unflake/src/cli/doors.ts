/**
 * The commands that open a door for others instead of calling a tool: they run until they are told to stop. A static table, as the registry
 * is: the service and its libraries are loaded only by those who ask for it.
 */
import type { z } from 'zod';
import type { AnyTool } from '../tools/tool.ts';
import type { Outside } from './outside.ts';

/** Its flags come from the schema, as those of a tool do. */
export interface Door extends Pick<AnyTool, 'name' | 'command' | 'summary' | 'examples' | 'positionals'> {
  readonly input: z.ZodObject;
  /** Until it is told to stop; resolves to the exit code. */
  open(args: readonly string[], outside: Outside): Promise<number>;
}

export interface DoorEntry {
  readonly command: string;
  readonly summary: string;
  readonly load: () => Promise<Door>;
}

/** In the order in which help shows them. */
export const DOORS: readonly DoorEntry[] = [
  {
    command: 'mcp',
    summary: 'offer the tools to a coding assistant, over MCP on stdin and stdout',
    load: async () => (await import('./mcp.ts')).mcpDoor,
  },
  {
    command: 'serve',
    summary: 'offer the tools over HTTP, with events while they work',
    load: async () => (await import('./serve.ts')).serveDoor,
  },
];
