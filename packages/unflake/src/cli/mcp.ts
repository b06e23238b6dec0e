/** `unflake mcp`: the tools over MCP on stdin and stdout. Only the protocol may write to stdout. */
import { Writable } from 'node:stream';
import { systemClock } from '@unflake/testkit/clock';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { openCalls } from '../service/calls.ts';
import { serveMcpStdio } from '../service/mcp/mcp-stdio.ts';
import { toolSnapshot } from '../service/mcp/tool-snapshot.ts';
import { checkInput } from '../tools/lib/envelope.ts';
import { serviceTools } from '../tools/registry.ts';
import type { ServerCommand } from './cli-host.ts';
import { commandHelp } from './command-help.ts';
import { flagsOf } from './flags.ts';
import { readInput } from './read-input.ts';
import { allowedRoots, SERVER_FIELDS, stopRequest } from './server-options.ts';

const input = z.object(SERVER_FIELDS);

export const mcpCommand: ServerCommand = {
  name: 'mcp',
  command: 'mcp',
  summary: 'offer the tools to a coding assistant, over MCP on stdin and stdout',
  examples: [
    { line: 'mcp', does: 'for the project in this folder; this is the command to give to the assistant' },
    { line: 'mcp --allow services/api --allow services/web', does: 'for two projects' },
  ],
  input,
  positionals: [],
  async open(args, host) {
    const flags = flagsOf(mcpCommand);
    if (args.includes('--help') || args.includes('-h')) {
      host.stdout.write(commandHelp(mcpCommand, flags));
      return EXIT.done;
    }
    const { input: raw, switches } = readInput(args, flags, []);
    const given = checkInput(input.strict(), raw);
    const roots = allowedRoots(given.allow, host);
    const log = switches.quiet ? () => undefined : (text: string) => host.stderr.write(`${text}\n`);
    const tools = serviceTools(host.tools);
    const calls = openCalls({
      tools,
      max: given.maxCalls,
      timeoutMs: given.timeoutMs,
      roots,
      context: { clock: systemClock, env: host.env, cwd: roots[0]!, entropy: host.entropy },
      log,
    });
    const signal = stopRequest(host, log);
    const streams = { stdin: process.stdin, stdout: onlyOurs(process.stdout) };
    await serveMcpStdio({ calls, tools, describe: toolSnapshot, log, signal, ...streams });
    return signal.aborted ? EXIT.interrupted : EXIT.done;
  },
};

/** The only way to stdout from now on. What a config file or a library prints goes to stderr, because it would break the protocol. */
function onlyOurs(stdout: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout) as (chunk: Buffer, done: (error?: Error | null) => void) => boolean;
  stdout.write = process.stderr.write.bind(process.stderr) as typeof stdout.write;
  return new Writable({ write: (chunk: Buffer, _encoding, done) => void write(chunk, done) });
}
