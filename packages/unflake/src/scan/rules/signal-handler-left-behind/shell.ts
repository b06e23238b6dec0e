import { commandOf } from '../../semantics/shell/command.ts';
import { isPutBack, leaks } from '../../semantics/shell/put-back.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Take it back with `trap - USR1`, or trap in a subshell.',
  find: [
    nodesOf('command', /^trap\b/, (node, file) => {
      const [handler, ...signals] = commandOf(node).words;
      return (
        handler !== undefined &&
        handler !== '-' &&
        !handler.startsWith('-') &&
        signals.length > 0 &&
        leaks(node, file) &&
        !isPutBack(node, file, /\btrap\s+-/)
      );
    }),
  ],
};
