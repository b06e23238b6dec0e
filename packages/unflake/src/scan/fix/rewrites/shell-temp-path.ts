/** BATS: a file of the test's own folder instead of a fixed one in the shared folder for temporary files. */
import { nearest } from '../../syntax/node.ts';
import type { Edit, FixPlace, Rewrite } from '../rewrite.ts';

const SHARED = /\/(?:var\/)?tmp\/[\w.-]+(?![\w/.-])/g;

export const batsTempPath: Rewrite = {
  rule: 'shell/fixed-temp-path',
  does: 'uses `$BATS_TEST_TMPDIR`, a folder of the test’s own',
  edits: inOwnFolder,
};

function inOwnFolder({ nodes: [node], file, elsewhere }: FixPlace): readonly Edit[] | null {
  const test = nearest(node, ['function_definition']);
  if (!file.path.endsWith('.bats') || test === null || file.testAround(node) === null) return null;
  const paths = [...test.text().matchAll(SHARED)];
  const [first] = paths;
  if (first === undefined || paths.some(([path]) => path !== first[0])) return null;
  const all = [...file.root.text().matchAll(/\/tmp\//g)].length;
  // Every mention has to go to the same folder, and single quotes would keep the variable from being filled in.
  if (all !== paths.length || elsewhere(first[0]) || /'[^'\n]*\/tmp\//.test(test.text())) return null;
  const { index } = test.range().start;
  return paths.map((match) => {
    const from = index + match.index;
    const name = match[0].slice(match[0].lastIndexOf('/') + 1);
    const isQuoted = /"[^"\n]*$/.test(lineBefore(test.text(), match.index));
    const path = `$BATS_TEST_TMPDIR/${name}`;
    return { from, to: from + match[0].length, text: isQuoted ? path : `"${path}"` };
  });
}

/** What stands before a place on its line, without texts that have ended. */
function lineBefore(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index) + 1, index).replace(/"[^"\n]*"/g, '');
}
