import { nodes, type Rule } from '../rule.ts';
import { commandOf, isOwn } from './command.ts';
import { givesReason } from './reason.ts';

export const disabledWithoutReason: Rule = {
  id: 'shell/disabled-without-reason',
  cause: { family: 'external', kind: 'environment' },
  severity: 'note',
  where: 'tests',
  message: 'is switched off and nobody says why',
  why: 'A test that was switched off because it was flaky hides the fault, and without a reason nobody dares to switch it on.',
  fix: 'Give the reason: `skip "needs docker"`; beside `startSkipping` as a comment.',
  find: [
    nodes({ rule: { kind: 'command', regex: '^(?:skip|startSkipping)\\b' } }, (node, file) => {
      const { name, words } = commandOf(node);
      if (isOwn(name, file) || !/^(?:skip|startSkipping)$/.test(name)) return false;
      return words.every((word) => word.trim() === '') && !givesReason(node, file);
    }),
  ],
};
