/** The text of `unflake --help`: the commands and their shared flags. Loads neither a tool nor a schema. */
import { GROUPS, type ToolEntry } from '../tools/registry.ts';
import { GLOBAL_FLAGS, type GlobalFlag } from './global-flags.ts';

const OTHERS = [
  { command: 'completion', summary: 'print a completion script for bash, zsh or fish' },
  { command: 'help', summary: 'show the help of a command' },
] as const;

const COLUMN = 22;

export function overviewHelp(tools: readonly Pick<ToolEntry, 'command' | 'summary'>[]): string {
  return [
    'Finds out why a test is flaky: a proven cause, and a command that reproduces the failure.',
    '',
    'Usage: unflake <command> [flags]',
    '',
    'Commands:',
    ...[...grouped(tools), ...OTHERS].map(({ command, summary }) => helpRow(command, summary)),
    '',
    'Flags of every command:',
    ...GLOBAL_FLAGS.map(globalRow),
    helpRow('--version', 'Print the version'),
    '',
    'Start with:  unflake list  and then  unflake diagnose <test>',
    'Help of one command:  unflake <command> --help',
    '',
  ].join('\n');
}

/** The text of `unflake env --help`. */
export function groupHelp(group: string, members: readonly Pick<ToolEntry, 'command' | 'summary'>[]): string {
  const summary = GROUPS[group] ?? `commands of ${group}`;
  return [
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: unflake ${group} <command> [flags]`,
    '',
    'Commands:',
    ...members.map(({ command, summary: does }) => helpRow(command, does)),
    '',
    `Help of one command:  unflake ${group} <command> --help`,
    '',
  ].join('\n');
}

/** One row for commands that share their first word, at the position of the first of them. */
function grouped(
  tools: readonly Pick<ToolEntry, 'command' | 'summary'>[],
): readonly Pick<ToolEntry, 'command' | 'summary'>[] {
  const rows = new Map<string, string>();
  for (const { command, summary } of tools) {
    const [first = command] = command.split(' ');
    if (!rows.has(first)) rows.set(first, first === command ? summary : (GROUPS[first] ?? summary));
  }
  return [...rows].map(([command, summary]) => ({ command, summary }));
}

export function globalRow({ name, value, summary }: GlobalFlag): string {
  return helpRow(value === null ? `--${name}` : `--${name} <${value}>`, summary);
}

export function helpRow(left: string, right: string): string {
  return left.length >= COLUMN - 1
    ? `  ${left}\n${' '.repeat(COLUMN + 2)}${right}`
    : `  ${left.padEnd(COLUMN)}${right}`;
}
