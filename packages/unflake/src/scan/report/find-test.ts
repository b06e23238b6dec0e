/** Which tests of the index an id can mean: ids are written by runners, by people and by reports, each in its own way. */
import type { CallGraph } from '../reach/call-graph.ts';
import { nameOf } from '../reach/tests-reaching.ts';

export interface FoundTest {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly name: string;
}

/** The best matches: by the test's own name, then by how much of what it stands in the id names. */
export function findTest(graph: CallGraph, id: string): readonly FoundTest[] {
  const { program } = graph;
  const wanted = id.trim().replace(/\[[^\]]*\]$/, '');
  let best = 0;
  let found: FoundTest[] = [];
  for (const [node, definition] of program.definitions()) {
    if (definition.kind !== 'test' || !endsWith(wanted, definition.name)) continue;
    const { path } = program.fileOf(node);
    const name = nameOf(graph, node);
    const score = 1 + sharedParts(wanted, name, path);
    if (score < best) continue;
    if (score > best) found = [];
    best = score;
    found.push({ file: path, line: definition.line, endLine: definition.endLine, name });
  }
  return found;
}

/** Whether the id is that of a test and no sentence that ends with one: before the test's own name comes nothing, or a separator. */
export function isTestId({ program }: CallGraph, id: string): boolean {
  const wanted = id.replace(/\[[^\]]*\]$/, '');
  for (const [, { kind, name }] of program.definitions()) {
    if (kind === 'test' && endsWith(wanted, name) && /(?:^|[^\s\p{L}\p{N}_] ?)$/u.test(wanted.slice(0, -name.length)))
      return true;
  }
  return false;
}

/** `test_total` ends `tests/test_cart.py::test_total` and not `test_subtotal`. */
function endsWith(id: string, name: string): boolean {
  if (name === '' || !id.endsWith(name)) return false;
  const before = id.charAt(id.length - name.length - 1);
  return before === '' || !/[\p{L}\p{N}_]/u.test(before);
}

function sharedParts(id: string, name: string, path: string): number {
  const parts = new Set(id.split(/[^\p{L}\p{N}_-]+/u));
  const around = name.split(/::| > |[.#]/).slice(0, -1);
  const folders = path.replace(/\.\w+$/, '').split('/');
  const isInFile = id.includes(path) ? 100 : 0;
  return isInFile + [...around, ...folders].filter((part) => parts.has(part)).length;
}
