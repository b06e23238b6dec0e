/** What of a shell test's surroundings is settled: the working directory, the home. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { commandsIn, functionAround, hooksOf, isOwn, isTest, SET_UP } from './command.ts';
import { pathText } from './paths.ts';

const RELATIVE = /^(?:\.{1,2}\/|[\w.-]+\/)[\w./-]+$/;

export const isRelative = (path: Node): boolean =>
  /^(?:word|string|raw_string|concatenation)$/.test(path.kind()) &&
  !/[$*?]|^-|^s\/|:\/\//.test(pathText(path)) &&
  RELATIVE.test(pathText(path));

const CHANGES = /\b(?:cd|pushd)\b/;

/** Whether the test, its set-up or the top of the file has said before where it works. */
export function isSettled(node: Node, file: SourceFile, what: 'cwd' | 'home'): boolean {
  // `env HOME="$HOME"` hands it on.
  if (what === 'home' && /^["']?HOME=/.test(nearest(node, ['string', 'concatenation'])?.text() ?? '')) return true;
  const at = node.start();
  const around = functionAround(node);
  if (
    around !== null &&
    isOwn(around.field('name')?.text() ?? '', file) &&
    !isTest(around) &&
    !SET_UP.test(around.field('name')?.text() ?? '')
  )
    return true;
  const places = [...(around === null ? [] : [around]), ...hooksOf(file, SET_UP)];
  if (what === 'home') {
    const sets = file.root.findAll({ rule: { kind: 'variable_assignment', regex: '^HOME=' } });
    return sets.some(
      (one) => functionAround(one) === null || places.some((place) => place.id() === functionAround(one)?.id()),
    );
  }
  const changes = (place: Node) =>
    commandsIn(place, CHANGES).some(
      ({ name, start }) => /^(?:cd|pushd)$/.test(name) && (place.id() !== around?.id() || start < at),
    );
  return (
    places.some(changes) ||
    commandsIn(file.root, CHANGES).some(
      ({ name, node: one, start }) =>
        /^(?:cd|pushd)$/.test(name) &&
        functionAround(one) === null &&
        start < at &&
        !/command_substitution|subshell/.test((one.parent()?.parent()?.kind() as string) ?? ''),
    )
  );
}
