/**
 * Which tools there are. A static table, so that `unflake --help` loads neither a tool nor its schema; a tool's own file repeats its
 * name, command and summary, and a test holds the two equal.
 */
import type { Tool } from './tool.ts';

export interface ToolEntry {
  readonly name: string;
  readonly command: string;
  readonly summary: string;
  readonly load: () => Promise<Tool>;
}

/** In the order in which help shows them. */
export const TOOLS: readonly ToolEntry[] = [];
