/** The completion script for zsh. */
import { type CommandWords, quoted } from './command-words.ts';

export function zshScript(commands: readonly CommandWords[]): string {
  return `#compdef unflake
# Completion of unflake for zsh. Load it with: source <(unflake completion zsh)
_unflake() {
  local -a commands
  commands=(
${commands.map(({ command, summary }) => `    ${quoted(`${command}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${commands.map(argumentsCase).join('\n')}
  esac
}
compdef _unflake unflake
`;
}

function argumentsCase({ command, flags, words }: CommandWords): string {
  const specs = flags.map(({ name, summary, takesValue, choices }) => {
    const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : ':value:_files';
    return quoted(`--${name}[${bracketed(summary)}]${takesValue ? value : ''}`);
  });
  const rest = quoted(words.length > 0 ? `*:word:(${words.join(' ')})` : '*:word:_files');
  return `    ${command}) _arguments ${[...specs, rest].join(' ')} ;;`;
}

function bracketed(text: string): string {
  return text.replace(/[[\]:\\]/g, (character) => `\\${character}`);
}
