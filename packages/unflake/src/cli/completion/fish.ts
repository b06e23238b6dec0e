/** The completion script for fish. */
import type { CommandWords } from './command-words.ts';

export function fishScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ command }) => command).join(' ');
  return [
    '# Completion of unflake for fish. Save it as ~/.config/fish/completions/unflake.fish',
    ...commands.map(
      ({ command, summary }) =>
        `complete -c unflake -f -n ${fish(`not __fish_seen_subcommand_from ${names}`)} -a ${command} -d ${fish(summary)}`,
    ),
    ...commands.flatMap(({ command, flags, words }) => [
      ...flags.map(({ name, summary, takesValue, choices }) =>
        [
          `complete -c unflake -n ${fish(`__fish_seen_subcommand_from ${command}`)} -l ${name}`,
          ...(takesValue ? ['-r'] : []),
          ...(choices.length > 0 ? [`-f -a ${fish(choices.join(' '))}`] : []),
          `-d ${fish(summary)}`,
        ].join(' '),
      ),
      ...(words.length > 0
        ? [`complete -c unflake -f -n ${fish(`__fish_seen_subcommand_from ${command}`)} -a ${fish(words.join(' '))}`]
        : []),
    ]),
    '',
  ].join('\n');
}

function fish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
