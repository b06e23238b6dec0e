import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { callOf } from './calls-in.ts';
import { seenInOrder } from './seen-in-order.ts';
import { givenValue } from './values.ts';

export const directoryOrder: Rule = {
  id: 'python/directory-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'takes a directory’s entries in the order in which the disk gives them',
  why: 'File systems list entries in orders of their own: another machine, or a file written anew, and the first is another.',
  fix: 'Sort where you list: `sorted(os.listdir(path))`, `sorted(path.iterdir())`.',
  find: [
    calls(
      ['os.listdir', 'os.scandir', 'glob.glob', 'glob.iglob'],
      ({ node, file }) => seenInOrder(node, 'row', file) !== null,
    ),
    calls(
      ['*.iterdir', '*.glob', '*.rglob'],
      ({ node, name, file }) =>
        !name.startsWith('glob.') && isPath(node, file) && seenInOrder(node, 'row', file) !== null,
    ),
  ],
};

const PATH = /(?:^|[^a-z])(?:path|dir|directory|folder|root|place|base|home|target|tmp)s?(?:$|[^a-z])|Path\(/i;

/** `iterdir` is a path's alone; the others are methods of much. */
function isPath(call: Node, file: SourceFile): boolean {
  const { last, on } = callOf(call);
  if (last === 'iterdir') return true;
  const object = call.field('function')?.field('object') ?? null;
  return PATH.test(on ?? '') || PATH.test(givenValue(object, file)?.text() ?? '');
}
