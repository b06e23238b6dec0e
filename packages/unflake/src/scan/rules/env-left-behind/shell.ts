import { commandOf } from '../../semantics/shell/command.ts';
import { isLocale, isPutBack, leaks, variablesOf } from '../../semantics/shell/put-back.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Do it in a subshell, `( cd "$place" && … )`, set it for one command, `MODE=x app`, or put it back in `tearDown`.',
  find: [
    nodesOf('declaration_command', /^export\b/, (node, file) => {
      const names = variablesOf(node).filter((name) => !isLocale(name));
      return (
        leaks(node, file) &&
        names.some(
          (name) => !isPutBack(node, file, new RegExp(`\\b(?:unset|export)\\b[^\\n]*\\b${name}\\b|\\b${name}=`)),
        )
      );
    }),
    nodesOf(
      'unset_command',
      null,
      (node, file) =>
        leaks(node, file) &&
        !/-f\b/.test(node.text()) &&
        variablesOf(node).some(
          (name) => name === name.toUpperCase() && !isPutBack(node, file, new RegExp(`\\b${name}=`)),
        ) &&
        !isUndoing(node.text(), file.text, node.start()),
    ),
    nodesOf('command', /^(?:cd|pushd|umask)\b/, (node, file) => {
      const { name } = commandOf(node);
      return (
        leaks(node, file) &&
        node.text() !== 'cd -' &&
        !isPutBack(node, file, name === 'umask' ? /\bumask\b/ : /\bcd\b|\bpopd\b/) &&
        !isReturn(node.text())
      );
    }),
  ],
};

const isReturn = (text: string): boolean => /^cd\s+(?:-|"?\$\{?(?:OLDPWD|before|old|here|start|orig)\w*)/i.test(text);

/** `unset MODE` behind `export MODE=x` puts back. */
function isUndoing(text: string, whole: string, at: number): boolean {
  const names = text.replace(/^unset\s+(?:-v\s+)?/, '').split(/\s+/);
  const before = whole.slice(0, at);
  return names.some((name) =>
    new RegExp(`(?:^|\\n)\\s*(?:export\\s+)?${name}=[^\\n]*(?:\\n(?!\\})[^\\n]*)*$`).test(before),
  );
}
