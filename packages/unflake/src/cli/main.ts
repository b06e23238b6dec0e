/**
 * The command line: arguments in, exit code out. It finds the command and leaves the rest to others, loaded only when they are needed,
 * so that `--help` and `--version` start as fast as node does.
 */
import { EXIT } from '../contract/exit-codes.ts';
import { isFault, UnflakeError } from '../contract/faults.ts';
import { TOOLING_VERSION } from '../contract/versions.ts';
import { didYouMean } from '../tools/near-match.ts';
import type { ToolEntry } from '../tools/registry.ts';
import { groupHelp, overviewHelp } from './help.ts';
import { type Outside, processOutside } from './outside.ts';
import { splitCommand } from './split-command.ts';

export async function main(argv: readonly string[], outside: Outside = processOutside()): Promise<number> {
  try {
    return await dispatch(argv, outside);
  } catch (error) {
    if (!isFault(error)) throw error;
    const { printUsageFault } = await import('./usage-fault.ts');
    const commands = [...outside.tools, ...outside.doors];
    const meant = commands.find((one) => one.command.split(' ').every((word) => argv.includes(word)));
    const command = meant?.command ?? null;
    return printUsageFault(error, command, argv, outside);
  }
}

async function dispatch(argv: readonly string[], outside: Outside): Promise<number> {
  const { command, args } = splitCommand(argv);
  if (command === null) return withoutCommand(args, outside);
  if (command === 'help') return dispatch([...args, '--help'], outside);
  if (command === 'completion') {
    const { printCompletion } = await import('./completion.ts');
    return printCompletion(args, outside);
  }
  const door = outside.doors.find((one) => one.command === command);
  if (door !== undefined) return (await door.load()).open(args, outside);
  const members = outside.tools.filter((tool) => tool.command.startsWith(`${command} `));
  return members.length > 0 ? inGroup(command, members, args, outside) : runNamed(command, args, outside);
}

/** `env run`: the second word is found as the first was. */
async function inGroup(
  group: string,
  members: readonly ToolEntry[],
  args: readonly string[],
  outside: Outside,
): Promise<number> {
  const { command: verb, args: rest } = splitCommand(args);
  if (verb !== null) return runNamed(`${group} ${verb}`, rest, outside);
  const asked = args.includes('--help') || args.includes('-h');
  outside[asked ? 'stdout' : 'stderr'].write(groupHelp(group, members));
  return asked ? EXIT.done : EXIT.usage;
}

async function runNamed(command: string, args: readonly string[], outside: Outside): Promise<number> {
  const entry = outside.tools.find((tool) => tool.command === command);
  if (!entry) throw unknownCommand(command, outside);
  const { runTool } = await import('./run-tool.ts');
  return runTool(entry, args, outside);
}

function withoutCommand(args: readonly string[], { stdout, stderr, tools, doors }: Outside): number {
  if (args.includes('--version') || args.includes('-V')) {
    stdout.write(`${TOOLING_VERSION}\n`);
    return EXIT.done;
  }
  if (args.includes('--help') || args.includes('-h')) {
    stdout.write(overviewHelp([...tools, ...doors]));
    return EXIT.done;
  }
  stderr.write(overviewHelp([...tools, ...doors]));
  return EXIT.usage;
}

function unknownCommand(command: string, { tools, doors }: Outside): UnflakeError {
  const known = [...[...tools, ...doors].map((one) => one.command), 'help', 'completion'];
  const message = `\`${command}\` is not a command${didYouMean(command, known)}`;
  return new UnflakeError('UNKNOWN_COMMAND', message, { command, known });
}
