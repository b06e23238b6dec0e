import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { callOf } from './calls-in.ts';
import { inTest } from './sample.ts';
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
  flags: [
    inTest('os', 'assert os.listdir(tmp_path) == ["a", "b"]'),
    inTest('glob', 'first = glob.glob("*.csv")[0]', 'assert first == "a.csv"'),
    inTest('os', 'names = os.listdir(tmp_path)', 'assert names == ["a", "b"]'),
    inTest('', 'assert [p.name for p in tmp_path.iterdir()] == ["a", "b"]'),
    { file: 'app/pages.py', text: 'import os\ndef pages(d):\n    for name in os.listdir(d):\n        yield name\n' },
    { file: 'app/pages.py', text: 'from pathlib import Path\ndef pages(d):\n    return list(Path(d).rglob("*.md"))\n' },
  ],
  allows: [
    inTest('os', 'assert sorted(os.listdir(tmp_path)) == ["a", "b"]'),
    inTest('os', 'assert set(os.listdir(tmp_path)) == {"a", "b"}'),
    inTest('os', 'names = os.listdir(tmp_path)', 'names.sort()', 'assert names == ["a", "b"]'),
    inTest('os', 'assert "a" in os.listdir(tmp_path)'),
    inTest('', 'assert len(list(tmp_path.iterdir())) == 2'),
    inTest('', 'assert search.glob("*")[0] == "a"'),
    {
      file: 'app/clean.py',
      text: 'import os\ndef clean(d):\n    for name in os.listdir(d):\n        os.remove(name)\n',
    },
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
