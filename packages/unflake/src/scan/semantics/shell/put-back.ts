/** Tests that share one process: whether they put back what they change. BATS gives every test a process, so there is nothing to put back there. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { functionAround, hooksOf, isBats, isTest, TEAR_DOWN } from './command.ts';

/** Whether a change is made by a test, for those that come after it. */
export function leaks(node: Node, file: SourceFile): boolean {
  const test = functionAround(node);
  if (isBats(file) || test === null || !isTest(test)) return false;
  return nearest(node, ['subshell', 'command_substitution', 'pipeline']) === null;
}

/** Whether later statements of the test, or the tear-down of the file, match. */
export function isPutBack(node: Node, file: SourceFile, restores: RegExp): boolean {
  const test = functionAround(node);
  const after = test === null ? '' : file.root.text().slice(node.end() - file.root.start(), test.end());
  return restores.test(after) || hooksOf(file, TEAR_DOWN).some((hook) => restores.test(hook.text()));
}

/** The variables that a statement sets: `export A=1 B=2`, `A=1`. */
export function variablesOf(node: Node): readonly string[] {
  const given = node.is('variable_assignment') ? [node] : node.namedChildren();
  return given.flatMap((part) =>
    part.is('variable_assignment')
      ? [part.namedChildren()[0]?.text() ?? '']
      : part.is('variable_name')
        ? [part.text()]
        : [],
  );
}

export const isLocale = (name: string): boolean => /^(?:LANG|LANGUAGE|LC_\w+)$/.test(name);
