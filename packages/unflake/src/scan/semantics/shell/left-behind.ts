/** What a shell test changes and leaves. BATS gives every test a process, so there is nothing to put back there. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest, textAt } from '../../syntax/node.ts';
import { re } from '../undone.ts';
import {
  commandOf,
  commandsIn,
  functionAround,
  hooksOf,
  isBats,
  isOwn,
  isTest,
  SET_UP,
  scopeAround,
  TEAR_DOWN,
  trapsOf,
} from './command.ts';

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
    part.is('variable_assignment') ? [textAt(part.namedChildren()[0])] : part.is('variable_name') ? [part.text()] : [],
  );
}

export const isLocale = (name: string): boolean => /^(?:LANG|LANGUAGE|LC_\w+)$/.test(name);

/** Folders of BATS that outlive one test. */
const SHARED = /^["']?\$\{?BATS_(?:FILE|SUITE|RUN)_TMPDIR\b/;

const isInATest = (node: Node, file: SourceFile): boolean => {
  const around = functionAround(node);
  return isBats(file) && around !== null && isTest(around);
};

/** A variable that the file gives at its top and a test changes for all. */
function isGlobalOfTheFile(node: Node, file: SourceFile): boolean {
  if (isBats(file)) return false;
  const outer = (node.parent()?.kind() as string) ?? '';
  if (!/^(?:compound_statement|list|do_group|if_statement)$/.test(outer) || !leaks(node, file)) return false;
  const name = textAt(node.namedChildren()[0]);
  const given = file.root.findAll('variable_assignment').filter((one) => one.namedChildren()[0]?.text() === name);
  if (!given.some((one) => functionAround(one) === null)) return false;
  const hooks = [...hooksOf(file, SET_UP), ...hooksOf(file, TEAR_DOWN)];
  return !hooks.some((hook) => re`(?:^|\s)${name}=`.test(hook.text()));
}

export function isSharedWrite(write: Node, file: SourceFile): boolean {
  if (write.is('variable_assignment')) return isGlobalOfTheFile(write, file);
  if (!isInATest(write, file)) return false;
  if (write.is('file_redirect')) return /^\d*>/.test(write.text()) && SHARED.test(write.fieldText('destination'));
  const { name, args } = commandOf(write);
  return /^(?:touch|cp|mv|tee|mkdir|rm|ln|install|truncate|dd)$/.test(name) && SHARED.test(textAt(args.at(-1)));
}

export function isTemporaryLeft(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (
    name !== 'mktemp' ||
    isOwn('mktemp', file) ||
    words.some((word) => /TMPDIR|\$/.test(word)) ||
    words.includes('-u')
  )
    return false;
  const given = nearest(node, ['variable_assignment', 'function_definition']);
  const variable = given?.is('variable_assignment') ? (given.namedChildren()[0]?.text() ?? null) : null;
  const around = functionAround(node);
  // A function that prints the path leaves it to its callers.
  if (variable === null && around !== null && !isTest(around)) return false;
  const places = [scopeAround(node, file), ...hooksOf(file, TEAR_DOWN)];
  const removes = places.some((place) =>
    commandsIn(place, /\b(?:rm|rmdir|mv)\b/).some(
      ({ name: what, words: args }) =>
        (/^(?:rm|rmdir|mv)$/.test(what) && args.some((arg) => variable !== null && arg.includes(`$${variable}`))) ||
        (what === 'rm' && args.some((arg) => variable !== null && arg.includes(`{${variable}`))),
    ),
  );
  return !removes && !trapsRemoval(variable, file);
}

const trapsRemoval = (variable: string | null, file: SourceFile): boolean =>
  trapsOf(file).some((trap) =>
    /\brm\b/.test(trap) ? variable === null || trap.includes(variable) : /clean|tear|exit/i.test(trap),
  );
