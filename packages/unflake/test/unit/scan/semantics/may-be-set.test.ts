import { beforeAll, expect, test } from 'vitest';
import { DIALECTS } from '../../../../src/scan/facts/dialects.ts';
import { SourceFile } from '../../../../src/scan/facts/source-file.ts';
import { mayBeSet } from '../../../../src/scan/semantics/python/sets.ts';
import { loadParser, type Parse } from '../../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['python']);
});
const may = (text: string): boolean =>
  mayBeSet('x', new SourceFile('a.py', text, parse('python', text), DIALECTS.python));

test.each([
  'x = {1, 2}\n',
  'x = set(y)\n',
  'x: set[str] = frozenset(y)\n',
  'x = ({1} |\n  y)\n',
  'x = f(a,\n  b) | c\n',
  'x = \\\n  set(y)\n',
  'x = a - b\n',
  'x = y\n',
  'x = y.union(z)\n',
  'x = 1\ndef f():\n    x = set()\n',
])('a name may be a set after %j', (text) => {
  expect(may(text)).toBe(true);
});

test.each([
  'x = 1\n',
  'x = [1, 2]\n',
  'x = f(y)\n',
  'print(x)\n',
  'x == {1}\n',
  'ax = {1, 2}\n',
  'a.x = {1}\n',
  'for x in {1, 2}: pass\n',
])('a name is none after %j', (text) => {
  expect(may(text)).toBe(false);
});
