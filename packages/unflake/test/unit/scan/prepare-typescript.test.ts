/** Syntax of TypeScript that is newer than the grammar is read all the same, and lines and columns stay where they are. */
import { beforeAll, expect, test } from 'vitest';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

test.each([
  "export type * from './a.ts';\n",
  "export type * as b from './b.ts';\n",
  'interface Box<in out T> { value: T }\n',
  'type Source<out T> = () => T;\ntype Both<in A, out B> = (a: A) => B;\n',
])('%s is understood', (text) => {
  const scan = scanText('a.ts', `${text}export const sides = Math.random();\n`, parse)!;
  expect(scan.problems).toEqual([]);
  expect(scan.findings.map(({ code }) => code)).toEqual(['Math.random()']);
});
