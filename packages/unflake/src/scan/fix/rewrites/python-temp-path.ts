/** Python: a file of the test's own folder instead of a fixed one in the shared folder for temporary files. */
import { literal } from '../../syntax/node.ts';
import { type Edit, type FixPlace, type Rewrite, replaced } from '../rewrite.ts';
import { pytestFunction, withFixture } from './python-names.ts';

/** One segment: a folder between would have to be made. */
const SHARED = /^\/(?:var\/)?tmp\/([\w.-]+)$/;

export const pythonTempPath: Rewrite = {
  rule: 'python/fixed-temp-path',
  does: 'uses pytest’s `tmp_path`, a folder of the test’s own',
  edits: inOwnFolder,
};

function inOwnFolder({ nodes: [node], file, elsewhere }: FixPlace): readonly Edit[] | null {
  const test = pytestFunction(node);
  const found = [node, ...node.findAll({ rule: { kind: 'string' } })]
    .map((one) => literal(one))
    .find((text) => text !== null && SHARED.test(text));
  if (test === null || found === undefined || found === null) return null;
  const inTest = test.findAll({ rule: { kind: 'string', regex: '/tmp/' } });
  const inFile = file.root.findAll({ rule: { kind: 'string', regex: '/tmp/' } });
  // Every mention has to go to the same folder, so there may be no other and none outside.
  if (inTest.length !== inFile.length || inTest.some((one) => literal(one) !== found) || elsewhere(found)) return null;
  const fixture = withFixture(test, 'tmp_path');
  const name = SHARED.exec(found)![1]!;
  return fixture === null ? null : [...fixture, ...inTest.map((one) => replaced(one, `str(tmp_path / "${name}")`))];
}
