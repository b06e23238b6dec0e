/** A fake process for the command line: its output is kept, and Ctrl-C is a function. */
import type { CliHost } from '../../../src/cli/cli-host.ts';
import type { ToolEntry } from '../../../src/tools/registry.ts';
import { sampleTool } from '../tools/sample-tool.ts';

export interface FakeOutside extends CliHost {
  readonly written: { out: string; err: string };
  readonly exits: number[];
  readonly pressCtrlC: () => void;
}

export const SAMPLE_ENTRY: ToolEntry = {
  name: sampleTool.name,
  command: sampleTool.command,
  summary: sampleTool.summary,
  load: async () => sampleTool,
};

export function fakeOutside({
  tools = [SAMPLE_ENTRY],
  servers = [],
  terminal = false,
  env = {},
  ask = null,
}: Partial<{
  tools: readonly ToolEntry[];
  servers: CliHost['servers'];
  terminal: boolean;
  env: Record<string, string>;
  ask: CliHost['ask'];
}> = {}): FakeOutside {
  const written = { out: '', err: '' };
  const exits: number[] = [];
  const listeners = new Set<() => void>();
  const sink = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTTY: terminal,
    columns: 80,
  });
  return {
    stdout: sink('out'),
    stderr: sink('err'),
    env,
    cwd: '/subject',
    tools,
    servers,
    entropy: () => 7,
    onInterrupt(callback) {
      listeners.add(callback);
      return () => void listeners.delete(callback);
    },
    ask,
    exitNow: (code) => void exits.push(code),
    written,
    exits,
    pressCtrlC: () => {
      for (const listener of listeners) listener();
    },
  };
}
