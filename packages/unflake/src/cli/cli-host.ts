/** Everything that the command line uses from its process, as one value, so that tests can replace it. */
import type { z } from 'zod';
import type { AnyTool } from '../tools/lib/tool.ts';
import type { ToolEntry } from '../tools/registry.ts';

export interface Sink {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface CliHost {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly tools: readonly ToolEntry[];
  readonly servers: readonly ServerEntry[];
  readonly entropy: () => number;
  /** Calls back on each Ctrl-C or termination request; returns how to stop listening. */
  readonly onInterrupt: (callback: () => void) => () => void;
  /** Asks the person at the terminal and resolves to the line that is typed; null where nobody is there to answer. */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<string>) | null;
  /** Ends the process at once. */
  readonly exitNow: (code: number) => void;
}

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
