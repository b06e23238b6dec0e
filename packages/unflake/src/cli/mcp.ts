/** `unflake mcp`: the tools over MCP on stdin and stdout. Nothing but the protocol is written to stdout, whoever writes there. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { systemClock } from '@unflake/testkit/clock';
import { z } from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { CALL_TIMEOUT_MS, CALLS_AT_ONCE, openCalls } from '../service/calls.ts';
import { serveMcpStdio } from '../service/mcp/mcp-stdio.ts';
import { toolSnapshot } from '../service/mcp/tool-snapshot.ts';
import { checkInput } from '../tools/envelope.ts';
import { SERVICE_TOOLS } from '../tools/registry.ts';
import { commandHelp } from './command-help.ts';
import type { Door } from './doors.ts';
import { flagsOf } from './flags.ts';
import type { Outside } from './outside.ts';
import { readInput } from './read-input.ts';

const input = z.object({
  allow: z.array(z.string().min(1)).optional().describe('Folder that requests may name; by default the current one'),
  maxCalls: z.number().int().min(1).max(1_000).default(CALLS_AT_ONCE).describe('Calls at once; one more is refused'),
  timeoutMs: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .default(CALL_TIMEOUT_MS)
    .describe('Milliseconds after which a call is ended'),
});

export const mcpDoor: Door = {
  name: 'mcp',
  command: 'mcp',
  summary: 'offer the tools to a coding assistant, over MCP on stdin and stdout',
  examples: [
    { line: 'mcp', does: 'for the project in this folder; this is the command to give to the assistant' },
    { line: 'mcp --allow services/api --allow services/web', does: 'for two projects' },
  ],
  input,
  positionals: [],
  async open(args, outside) {
    const flags = flagsOf(mcpDoor);
    if (args.includes('--help') || args.includes('-h')) {
      outside.stdout.write(commandHelp(mcpDoor, flags));
      return EXIT.done;
    }
    const { input: raw, switches } = readInput(args, flags, []);
    const given = checkInput(input.strict(), raw);
    const roots = (given.allow ?? ['.']).map((folder) => realFolder(resolve(outside.cwd, folder)));
    const log = switches.quiet ? () => undefined : (text: string) => outside.stderr.write(`${text}\n`);
    const calls = openCalls({
      tools: SERVICE_TOOLS,
      max: given.maxCalls,
      timeoutMs: given.timeoutMs,
      roots,
      context: { clock: systemClock, env: outside.env, cwd: roots[0]!, entropy: outside.entropy },
      log,
    });
    const signal = stopRequest(outside, log);
    const streams = { stdin: process.stdin, stdout: onlyOurs(process.stdout) };
    await serveMcpStdio({ calls, tools: SERVICE_TOOLS, describe: toolSnapshot, log, signal, ...streams });
    return signal.aborted ? EXIT.interrupted : EXIT.done;
  },
};

/** The one way to stdout from now on. What a config file or a library prints there goes to stderr, or it would break the protocol. */
function onlyOurs(stdout: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout) as (chunk: Buffer, done: (error?: Error | null) => void) => boolean;
  stdout.write = process.stderr.write.bind(process.stderr) as typeof stdout.write;
  return new Writable({ write: (chunk: Buffer, _encoding, done) => void write(chunk, done) });
}

/** The first request to stop cancels the calls; the second leaves at once, and the keeper ends what is left. */
function stopRequest({ onInterrupt, exitNow }: Outside, say: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  onInterrupt(() => {
    if (controller.signal.aborted) return exitNow(EXIT.interrupted);
    say('stopping: the running calls are cancelled; once more to leave at once');
    controller.abort();
  });
  return controller.signal;
}

function realFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
  throw new UnflakeError('ROOT_NOT_FOUND', `there is no folder ${path}`, { root: path });
}
