/**
 * The command line: arguments in, exit code out. It finds the command and loads everything else on demand, so that `--help` and `--version`
 * start as fast as node does.
 */
import { EXIT } from '../contract/exit-codes.ts';
import { isFault, UnflakeError } from '../contract/faults.ts';
import { TOOLING_VERSION } from '../contract/versions.ts';
import { didYouMean } from '../tools/lib/near-match.ts';
import type { ToolEntry } from '../tools/registry.ts';
import type { CliHost } from './cli-host.ts';
import { groupHelp, overviewHelp } from './help.ts';
import { nodeHost } from './node-host.ts';
import { splitCommand } from './split-command.ts';

export async function main(argv: readonly string[], host: CliHost = nodeHost()): Promise<number> {
  try {
    return await dispatch(argv, host);
  } catch (error) {
    if (!isFault(error)) throw error;
    const { printUsageFault } = await import('./usage-fault.ts');
    const commands = [...host.tools, ...host.servers];
    // The longest, as `hunt merge` before `hunt`.
    const meant = commands
      .toSorted((a, b) => b.command.length - a.command.length)
      .find((one) => one.command.split(' ').every((word) => argv.includes(word)));
    const command = meant?.command ?? null;
    return printUsageFault(error, command, argv, host);
  }
}

async function dispatch(argv: readonly string[], host: CliHost): Promise<number> {
  const { command, args } = splitCommand(argv);
  if (command === null) return withoutCommand(args, host);
  if (command === 'help') return dispatch([...args, '--help'], host);
  if (command === 'completion') {
    const { printCompletion } = await import('./completion.ts');
    return printCompletion(args, host);
  }
  const server = host.servers.find((one) => one.command === command);
  if (server !== undefined) return (await server.load()).open(args, host);
  const members = host.tools.filter((tool) => tool.command.startsWith(`${command} `));
  if (host.tools.some((tool) => tool.command === command)) {
    // `hunt merge` beside `hunt`: only the word right after it can be the second of a command.
    const verb = members.find((tool) => tool.command === `${command} ${args[0]}`);
    return verb === undefined ? runNamed(command, args, host) : runNamed(verb.command, args.slice(1), host);
  }
  return members.length > 0 ? inGroup(command, members, args, host) : runNamed(command, args, host);
}

/** `env run`: the second word is matched like the first. */
async function inGroup(
  group: string,
  members: readonly ToolEntry[],
  args: readonly string[],
  host: CliHost,
): Promise<number> {
  const { command: verb, args: rest } = splitCommand(args);
  if (verb !== null) return runNamed(`${group} ${verb}`, rest, host);
  const asked = args.includes('--help') || args.includes('-h');
  host[asked ? 'stdout' : 'stderr'].write(groupHelp(group, members));
  return asked ? EXIT.done : EXIT.usage;
}

async function runNamed(command: string, args: readonly string[], host: CliHost): Promise<number> {
  const entry = host.tools.find((tool) => tool.command === command);
  if (!entry) throw unknownCommand(command, host);
  const { runToolCommand } = await import('./run-tool.ts');
  return runToolCommand(entry, args, host);
}

function withoutCommand(args: readonly string[], { stdout, stderr, tools, servers }: CliHost): number {
  if (args.includes('--version') || args.includes('-V')) {
    stdout.write(`${TOOLING_VERSION}\n`);
    return EXIT.done;
  }
  if (args.includes('--help') || args.includes('-h')) {
    stdout.write(overviewHelp([...tools, ...servers]));
    return EXIT.done;
  }
  stderr.write(overviewHelp([...tools, ...servers]));
  return EXIT.usage;
}

function unknownCommand(command: string, { tools, servers }: CliHost): UnflakeError {
  const known = [...[...tools, ...servers].map((one) => one.command), 'help', 'completion'];
  const message = `\`${command}\` is not a command${didYouMean(command, known)}`;
  return new UnflakeError('UNKNOWN_COMMAND', message, { command, known });
}
