import { commandOf, isOwn } from '../../semantics/shell/command.ts';
import { givesReason } from '../../semantics/shell/reason.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Give the reason: `skip "needs docker"`; beside `startSkipping` as a comment.',
  find: [
    nodesOf('command', /^(?:skip|startSkipping)\b/, (node, file) => {
      const { name, words } = commandOf(node);
      if (isOwn(name, file) || !/^(?:skip|startSkipping)$/.test(name)) return false;
      return words.every((word) => word.trim() === '') && !givesReason(node, file);
    }),
  ],
};
