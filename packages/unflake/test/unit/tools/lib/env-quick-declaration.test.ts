import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadParser } from '../../../../src/scan/syntax/parser.ts';
import { quickDeclaration } from '../../../../src/tools/lib/env/quick-declaration.ts';
import { readBats } from '../../../../src/tools/lib/env/read-bats.ts';

const SUITE = fileURLToPath(new URL('../../../../../../fixtures/env-suite/', import.meta.url));

test('a suite in the usual form is read without a parser, and as the tree reads it', async () => {
  const parse = await loadParser(['bash']);
  const files = readdirSync(SUITE)
    .sort()
    .filter((name) => name.endsWith('.bats'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const text = readFileSync(`${SUITE}${file}`, 'utf8');
    expect(quickDeclaration(text), file).toEqual(readBats(file, text, parse));
  }
});

/** Fragments that build and break the usual form. */
const PIECES = [
  ...[
    'setup_file() {',
    '\n',
    '  ',
    ' ',
    'setup_sequential_test',
    'setup_independent_test',
    '"01-meta"',
    "'a.b'",
    'x_y',
  ],
  ...[
    '}',
    ';',
    '#',
    '\\\n',
    '"',
    "'",
    'echo',
    '||',
    'if true; then',
    'fi',
    'setup() {',
    '$X',
    'cat <<E',
    'E',
    '(',
    ')',
    '1',
  ],
];

test('whatever the text, it agrees with the tree or is unsure', async () => {
  const parse = await loadParser(['bash']);
  const near = fc.tuple(
    fc.constantFrom('', 'load x\n', '# a\n'),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }),
  );
  const text = fc.tuple(near, fc.array(fc.constantFrom(...PIECES), { maxLength: 8 })).map(([[head, before], after]) => {
    const usual = ['setup_file() {', '\n', '  ', 'setup_sequential_test', ' ', '"01-meta"'];
    return `${head}${before.join('')}${usual.join('')}${after.join('')}\n}\n`;
  });
  fc.assert(
    fc.property(text, (given) => {
      const quick = quickDeclaration(given);
      // Text that bash itself cannot parse is not compared.
      if (quick === 'unsure' || spawnSync('bash', ['-n'], { input: given }).status !== 0) return;
      expect(quick).toEqual(readBats('01-meta.bats', given, parse));
    }),
    { numRuns: 500, seed: 7 },
  );
});

test.each([
  ['a comment behind the call', 'setup_file() {\n  setup_sequential_test "a" # first\n}\n'],
  ['a command before the call', 'setup_file() {\n  cd /\n  setup_sequential_test "a"\n}\n'],
  ['a word that is not plain', 'setup_file() { setup_sequential_test "$NAME"; }\n'],
  ['two mentions', '# setup_sequential_test\nsetup_file() { setup_sequential_test a; }\n'],
  ['a text within the text', 'cat <<E\nsetup_file() { setup_sequential_test a; }\nE\n'],
  ['a function within quotes', 'x="\nsetup_file() { setup_sequential_test a; }\n"\n'],
  ['a function within another', 'f() {\nsetup_file() { setup_sequential_test a; }\n}\n'],
  ['a mention elsewhere', '@test "it" { echo setup_sequential_test; }\n'],
])('%s is left to the tree', (_, text) => {
  expect(quickDeclaration(text)).toBe('unsure');
});
