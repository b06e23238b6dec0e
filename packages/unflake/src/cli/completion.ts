/** `unflake completion bash|zsh|fish`: prints a script made from the registry and the tools' schemas. */
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { didYouMean } from '../tools/lib/near-match.ts';
import type { AnyTool } from '../tools/lib/tool.ts';
import { GROUPS } from '../tools/registry.ts';
import type { CliHost } from './cli-host.ts';
import { bashScript } from './completion/bash.ts';
import type { CommandWords } from './completion/command-words.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';
import { flagsOf } from './flags.ts';
import { SWITCHES } from './global-flags.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export async function printCompletion(args: readonly string[], host: CliHost): Promise<number> {
  const wanted = args.find((argument) => !argument.startsWith('-'));
  if (args.includes('--help') || args.includes('-h')) {
    host.stdout.write(HELP);
    return EXIT.done;
  }
  if (!isShell(wanted)) throw unknownShell(wanted);
  host.stdout.write(SCRIPTS[wanted](await commandWords(host)));
  return EXIT.done;
}

async function commandWords({ tools, servers }: CliHost): Promise<readonly CommandWords[]> {
  const loaded = await Promise.all([...tools, ...servers].map((entry) => entry.load()));
  const firstWords = [...new Set(loaded.map(({ command }) => command.split(' ')[0]!))];
  return [
    ...firstWords.map((first) =>
      firstWord(
        first,
        loaded.filter(({ command }) => command.split(' ')[0] === first),
      ),
    ),
    { command: 'completion', summary: 'Print a completion script', flags: [], words: Object.keys(SCRIPTS) },
  ];
}

type Flagged = Pick<AnyTool, 'name' | 'command' | 'summary' | 'input'>;

/** A command, or several that share their first word: then the second words and all their flags are completed. */
function firstWord(command: string, tools: readonly Flagged[]): CommandWords {
  const flags = new Map<string, CommandWords['flags'][number]>();
  for (const { name, kind, choices, summary } of tools.flatMap((tool) => flagsOf(tool))) {
    if (!flags.has(name)) flags.set(name, { name, choices, summary, takesValue: kind !== 'switch' });
  }
  return {
    command,
    summary: GROUPS[command] ?? tools[0]!.summary,
    flags: [
      ...flags.values(),
      ...SWITCHES.map(({ name, summary }) => ({ name, summary, choices: [], takesValue: false })),
    ],
    words: tools.flatMap((tool) => tool.command.split(' ').slice(1)),
  };
}

function isShell(word: string | undefined): word is keyof typeof SCRIPTS {
  return word !== undefined && Object.hasOwn(SCRIPTS, word);
}

function unknownShell(word: string | undefined): UnflakeError {
  const shells = Object.keys(SCRIPTS);
  const expected = `one of ${shells.join(', ')}`;
  const message =
    word === undefined
      ? `the shell is missing; expected ${expected}`
      : `\`${word}\` is not a shell we know; expected ${expected}${didYouMean(word, shells)}`;
  return new UnflakeError('INVALID_INPUT', message, { problems: [{ field: 'shell', value: word ?? null, expected }] });
}

const HELP = `Print a completion script for your shell.

Usage: unflake completion <bash|zsh|fish>

Examples:
  source <(unflake completion bash)
      Completion in this shell; put the line into ~/.bashrc to keep it
  unflake completion fish > ~/.config/fish/completions/unflake.fish
      Completion in every fish from now on
`;
