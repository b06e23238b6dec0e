/** What `mktemp` has made and nobody removes. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { commandOf, commandsIn, functionAround, hooksOf, isOwn, isTest, scopeAround, TEAR_DOWN } from './command.ts';

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
  commandsIn(file.root, /\btrap\b/).some(
    ({ name, words }) =>
      name === 'trap' &&
      (/\brm\b/.test(words[0] ?? '')
        ? variable === null || (words[0] ?? '').includes(variable)
        : /clean|tear|exit/i.test(words[0] ?? '')),
  );
