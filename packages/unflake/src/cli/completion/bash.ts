/** The completion script for bash. Works with the bash 3.2 of older systems and without the bash-completion package. */
import { type CommandWords, quoted } from './command-words.ts';

export function bashScript(commands: readonly CommandWords[]): string {
  return `# Completion of unflake for bash. Load it with: source <(unflake completion bash)
_unflake() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${commands.map(({ command }) => command).join('|')}) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  COMPREPLY=()
  case "$command:$previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(wordCase).join('\n')}
    *) COMPREPLY=($(compgen -W ${quoted([...commands.map(({ command }) => command), '--help', '--version'].join(' '))} -- "$current")) ;;
  esac
}
complete -o default -F _unflake unflake
`;
}

function valueCases({ command, flags }: CommandWords): readonly string[] {
  const chosen = flags.filter(({ choices }) => choices.length > 0);
  const free = flags.filter(({ takesValue, choices }) => takesValue && choices.length === 0);
  return [
    ...chosen.map(
      ({ name, choices }) =>
        `    ${command}:--${name}) COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current")); return ;;`,
    ),
    ...(free.length > 0 ? [`    ${free.map(({ name }) => `${command}:--${name}`).join('|')}) return ;;`] : []),
  ];
}

function wordCase({ command, flags, words }: CommandWords): string {
  const all = [...flags.map(({ name }) => `--${name}`), ...words];
  return `    ${command}) COMPREPLY=($(compgen -W ${quoted(all.join(' '))} -- "$current")) ;;`;
}
