import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseShellLine, quoteWord, type ShellCommand, shellLine, splitWords } from '../../../src/text/shell-line.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replaceAll('\0', ''));
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
const argv = fc
  .tuple(text, fc.array(text, { maxLength: 4 }))
  .map(([first, rest]): [string, ...string[]] => [first === '' || first === '-u' ? 'program' : first, ...rest]);
const command: fc.Arbitrary<ShellCommand> = fc.record({
  argv,
  env: fc.dictionary(name, fc.option(text), { noNullPrototype: true }),
  cwd: text.map((value) => `/${value}`),
});

describe('a command as a shell line', () => {
  test('shows plain words as they are and quotes the others', () => {
    const line = shellLine({
      argv: ['pytest', 'tests/test_a.py::test_b[x y]', "it's"],
      env: { TZ: 'Asia/Kathmandu', GONE: null, EMPTY: '' },
      cwd: '/home/me/my project',
    });
    expect(line).toBe(
      `cd '/home/me/my project' && env -u GONE EMPTY='' TZ=Asia/Kathmandu pytest 'tests/test_a.py::test_b[x y]' 'it'\\''s'`,
    );
  });

  test('needs no env when nothing differs', () => {
    expect(shellLine({ argv: ['go', 'test'], env: {}, cwd: '/a' })).toBe('cd /a && go test');
  });

  test('comes back from its own line unchanged, whatever it holds', () => {
    fc.assert(
      fc.property(command, (original) => {
        expect(parseShellLine(shellLine(original))).toEqual(original);
      }),
    );
  });

  test('is understood by a real shell as it was meant', () => {
    const words = [
      'a b',
      "it's",
      '"',
      '$HOME',
      '`x`',
      '\\',
      '*',
      'ü 🎲',
      'line\nbreak',
      '#',
      '~',
      '!',
      '-n',
      '',
      'tab\t',
    ];
    const line = shellLine({ argv: ['printf', '%s\\0', ...words], env: { VALUE: 'a  $b' }, cwd: '/' });
    const printed = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
    expect(printed.split('\0').slice(0, -1)).toEqual(words);
    const value = shellLine({ argv: ['sh', '-c', 'printf %s "$VALUE"'], env: { VALUE: `a  $b'"` }, cwd: '/' });
    expect(execFileSync('/bin/sh', ['-c', value], { encoding: 'utf8' })).toBe(`a  $b'"`);
  });

  test('starts a program whose name holds an equals sign', () => {
    const original: ShellCommand = { argv: ['./a=b', 'c'], env: { X: '1' }, cwd: '/' };
    expect(parseShellLine(shellLine(original))).toEqual(original);
  });
});

describe('reading a line', () => {
  test('takes double quotes and backslashes that a person has put in', () => {
    expect(splitWords('a\\ b "c \\"d\\"" e""f \'g h\'')).toEqual(['a b', 'c "d"', 'ef', 'g h']);
  });

  test.each(['cd /a && ls $HOME', 'cd /a && ls `x`', 'cd /a && ls "$x"', 'cd /a && ls | wc', 'cd /a && ls *'])(
    'refuses what only a shell can do: %s',
    (line) => {
      expect(() => parseShellLine(line)).toThrow(/needs a shell/);
    },
  );

  test.each(['ls', 'cd /a', 'cd /a &&', "cd /a && ls 'x", 'cd /a && ls "x', 'cd /a && ls \\'])(
    'refuses a line that is not whole: %s',
    (line) => {
      expect(() => parseShellLine(line)).toThrow(/cannot be read/);
    },
  );

  test('quotes nothing that needs no quotes', () => {
    expect(quoteWord('a/b-c_d.e:f,g@h%i+j')).toBe('a/b-c_d.e:f,g@h%i+j');
    expect(quoteWord('')).toBe(`''`);
  });
});
