/** The text of `unflake <command> --help`, from the tool's schema and examples. */
import type { AnyTool } from '../tools/lib/tool.ts';
import { type Flag, REST_FIELD } from './flags.ts';
import { GLOBAL_FLAGS, PLACES, SWITCHES } from './global-flags.ts';
import { globalRow, helpRow } from './help.ts';

export function commandHelp(
  tool: Pick<AnyTool, 'command' | 'summary' | 'examples' | 'positionals'>,
  flags: readonly Flag[],
): string {
  const positional = tool.positionals.map((field) => flags.find((flag) => flag.field === field)!);
  const rest = flags.find((flag) => flag.field === REST_FIELD);
  const own = flags.filter((flag) => !positional.includes(flag) && flag !== rest && !isShared(flag));
  return [
    `${tool.summary.charAt(0).toUpperCase()}${tool.summary.slice(1)}.`,
    '',
    `Usage: ${['unflake', tool.command, ...positional.map(placeholder), '[flags]', ...(rest ? [`[-- ${rest.name}…]`] : [])].join(' ')}`,
    ...section(
      'Arguments:',
      [...positional, ...(rest ? [rest] : [])].map((flag) => helpRow(argumentName(flag), described(flag))),
    ),
    ...section(
      'Flags:',
      own.map((flag) => helpRow(flagName(flag), described(flag))),
    ),
    ...section(
      'Flags of every command:',
      [...PLACES.filter(({ name }) => flags.some((flag) => flag.name === name)), ...SWITCHES].map(globalRow),
    ),
    ...section(
      'Examples:',
      tool.examples.flatMap(({ line, does }) => [`  unflake ${line}`, `      ${does}`]),
    ),
    '',
  ].join('\n');
}

export function flagName({ name, kind, many, choices }: Flag): string {
  if (kind === 'switch') return `--${name}`;
  const value = choices.length > 0 ? `<${choices.join('|')}>` : kind === 'number' ? '<n>' : '<text>';
  return `--${name} ${value}${many ? ' …' : ''}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function isShared(flag: Flag): boolean {
  return GLOBAL_FLAGS.some(({ name }) => name === flag.name);
}

function placeholder({ name, many, required }: Flag): string {
  const word = many ? `${name}…` : name;
  return required ? `<${word}>` : `[${word}]`;
}

function argumentName(flag: Flag): string {
  return flag.field === REST_FIELD ? `-- ${flag.name}…` : placeholder(flag);
}

function described({ summary, fallback, required, kind }: Flag): string {
  if (fallback !== null) return `${summary} (default: ${fallback})`;
  return required && kind !== 'switch' ? `${summary} (required)` : summary;
}
