import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  againstManifest,
  againstPatterns,
  bareNames,
  differences,
  manifestNames,
  singleTopOf,
} from '../../../../src/testbed/distribution/contents.ts';

const contents = (...names: readonly string[]) => new Map(names.map((name) => [name, `hash of ${name}`]));
const messages = (problems: readonly { readonly message: string }[]) => problems.map(({ message }) => message);

describe('two builds', () => {
  test('that are equal have no differences', () => {
    expect(differences('a.tar', contents('a/x', 'a/y'), contents('a/x', 'a/y'))).toEqual([]);
  });

  test('differ by what is missing, what is extra and what has changed, each named once', () => {
    const clean = new Map([...contents('a/gone', 'a/same'), ['a/other', 'one']] as const);
    const after = new Map([...contents('a/new', 'a/same'), ['a/other', 'two']] as const);
    expect(messages(differences('a.tar', clean, after))).toEqual([
      'a/gone is missing after the other targets ran',
      'a/new exists only after the other targets ran',
      'a/other has different content after the other targets ran',
    ]);
  });

  test('have no differences exactly when they are equal', () => {
    const anyContents = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'));
    fc.assert(
      fc.property(anyContents, anyContents, (one, other) => {
        const found = differences('a.tar', new Map(Object.entries(one)), new Map(Object.entries(other)));
        const sorted = (of: Record<string, string>) => JSON.stringify(Object.entries(of).sort());
        expect(found.length === 0).toBe(sorted(one) === sorted(other));
      }),
    );
  });
});

describe('a manifest', () => {
  test('may have comments and empty lines', () => {
    expect(manifestNames('# all of it\n\n  b \na\n#c\n')).toEqual(['a', 'b']);
  });

  test('is compared without the top folder', () => {
    expect(againstManifest('a.tar', contents('a-1.0/x', 'a-1.0/d/y'), ['x', 'd/y'])).toEqual([]);
  });

  test('names what is missing and what is unexpected', () => {
    expect(messages(againstManifest('a.tar', contents('x', 'd/y'), ['x', 'z']))).toEqual([
      'd/y is in the archive but not in the manifest',
      'z is in the manifest but not in the archive',
    ]);
  });
});

describe('patterns', () => {
  const options = { required: [], excluded: [], singleTop: false };

  test('that are required must match a file, also across folders', () => {
    const found = contents('a/sql/one.sql', 'a/Makefile');
    expect(againstPatterns('a.tar', found, { ...options, required: ['*.sql', 'Makefile'] })).toEqual([]);
    expect(messages(againstPatterns('a.tar', found, { ...options, required: ['*.control'] }))).toEqual([
      'no file matches the required pattern *.control',
    ]);
  });

  test('that are excluded name every file that matches', () => {
    const found = contents('a/.git/config', 'a/src/x.o', 'a/x.c');
    expect(messages(againstPatterns('a.tar', found, { ...options, excluded: ['.git/*', '*.o'] }))).toEqual([
      '.git/config matches the excluded pattern .git/*',
      'src/x.o matches the excluded pattern *.o',
    ]);
  });

  test('one top folder is required only if asked for', () => {
    expect(againstPatterns('a.tar', contents('x', 'd/y'), options)).toEqual([]);
    const [problem] = againstPatterns('a.tar', contents('x', 'd/y'), { ...options, singleTop: true });
    expect(problem).toMatchObject({ kind: 'several-tops', files: ['x', 'd'] });
    expect(againstPatterns('a.tar', contents('d/x', 'd/y'), { ...options, singleTop: true })).toEqual([]);
  });

  test('a single file is not a top folder', () => {
    expect(singleTopOf(contents('x'))).toBeNull();
    expect(bareNames(contents('x'))).toEqual(['x']);
  });
});
