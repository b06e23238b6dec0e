import type { SourceFile } from '../../facts/source-file.ts';
import { commandOf, commandsIn } from '../../semantics/shell/command.ts';
import { looksOf } from '../../semantics/shell/polling.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Find what it waits for and wait for that; quarantine the test with an owner and a date while you do.',
  find: [
    nodesOf('variable_assignment', /^BATS_TEST_RETRIES=["']?[1-9]/),
    nodesOf(
      'command',
      /\b(?:retry|rerun|flaky)/,
      (node, file) =>
        /^(?:retry|rerun|flaky)(?:_\w+)?$/.test(commandOf(node).name) &&
        !commandOf(node).isRun &&
        file.isForTests(node),
    ),
    nodesOf('for_statement', null, isRetryLoop),
    nodesOf('c_style_for_statement', null, isRetryLoop),
  ],
};

/** Runs the same thing again and leaves at the first success, without a pause: what it does does not depend on the turn. */
function isRetryLoop(loop: Node, file: SourceFile): boolean {
  if (looksOf(loop) === null) return false;
  const commands = commandsIn(loop, file);
  if (!commands.some(({ name }) => name === 'break') || commands.some(({ name }) => name === 'sleep')) return false;
  const variable = loop.field('variable')?.text() ?? '';
  const body = loop.field('body')?.text() ?? '';
  return variable === '' || !new RegExp(`\\$\\{?${variable}\\b`).test(body);
}
