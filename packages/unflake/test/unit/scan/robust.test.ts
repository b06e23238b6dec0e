import { beforeAll, describe, expect, test } from 'vitest';
import { scanText, type TextScan } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});
const scan = (path: string, text: string): TextScan => scanText(path, text, parse)!;

describe('broken syntax', () => {
  test.each([
    ['a.py', 'import time\ntime.time()\n)\n', 'the syntax is not understood from line 3 on'],
    ['a.go', 'package a\n\nfunc f() {\n\tx := := 1\n}\n', 'the syntax is not understood from line 4 on'],
    ['a.js', 'const a = [1, 2;\n', 'a `]` is missing in line 1'],
    ['a.ts', 'export function f() {\n  return g(1;\n}\n', 'a `)` is missing in line 2'],
    ['a.java', 'class A {\n  int a() { return b(1; }\n}\n', 'a `)` is missing in line 2'],
    ['a.rs', 'fn a() {\n    b(1;\n}\n', 'a `)` is missing in line 2'],
    ['a.java', 'class A {\n  int a() { return 1 }\n}\n', 'a `;` is missing in line 2'],
  ])('in %s is reported with its line', (path, text, why) => {
    expect(scan(path, text).problems).toEqual([{ file: path, why }]);
  });

  test('hides nothing that stands before it', () => {
    const { findings } = scan('a.py', 'import time\ntime.time()\n)\n');
    expect(findings.map(({ rule, line }) => `${rule} ${line}`)).toEqual(['python/wall-clock 2']);
  });

  test('is not seen in C where a macro may stand for what is missing', () => {
    expect(scan('a.h', 'struct a { int b; }\n').problems).toEqual([]);
    expect(scan('a.c', 'int a() {\n  return b(1;\n}\n').problems).toEqual([
      { file: 'a.c', why: 'a `)` is missing in line 2' },
    ]);
  });

  test('is not seen in texts and comments whose brackets do not pair', () => {
    expect(scan('a.py', 'x = ":-("\n# (\ny = """ [ """\n').problems).toEqual([]);
    expect(scan('a.ts', 'const x = ":-(";\n// {\nconst y = /[(]/;\n').problems).toEqual([]);
  });
});

describe('odd texts', () => {
  test.each([
    ['an empty file', ''],
    ['a byte order mark', '\uFEFFimport time\n'],
    ['a lone surrogate', 'x = "\uD800"\n'],
    ['nothing but line ends', '\r\n\r\n'],
    ['letters of other scripts', 'größe = 1\n变量 = größe\n'],
  ])('%s is scanned like any other', (_, text) => {
    expect(scan('a.py', text).problems).toEqual([]);
  });

  test('a name beyond ASCII keeps its place', () => {
    const { findings } = scan('a.py', 'import time\nzeit = "größe 🎲"; jetzt = time.time()\n');
    expect(findings).toMatchObject([{ line: 2, column: 28, code: 'time.time()' }]);
  });
});
