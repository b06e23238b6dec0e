import { expect, test } from 'vitest';
import { z } from 'zod';
import { flagsOf } from '../../../src/cli/flags.ts';
import { readInput } from '../../../src/cli/read-input.ts';
import { sampleTool } from '../tools/sample-tool.ts';

const flags = flagsOf(sampleTool);
const read = (...args: readonly string[]) => readInput(args, flags, sampleTool.positionals);
const NONE = { json: false, quiet: false, 'no-color': false, help: false };

test('every kind of field has its flag', () => {
  const args = [
    'assam',
    '--minutes',
    '4.5',
    '--pot=clay',
    '--add',
    'milk',
    '--add',
    'sugar',
    '--warm-pot',
    '--',
    'boil',
    '-v',
  ];
  expect(read(...args)).toEqual({
    input: { leaf: 'assam', minutes: 4.5, pot: 'clay', add: ['milk', 'sugar'], warmPot: true, rest: ['boil', '-v'] },
    switches: NONE,
  });
});

test('a field that is not given stays absent, so that the schema fills it in', () => {
  expect(read().input).toEqual({});
});

test('what is not a number stays a text for the schema to refuse', () => {
  expect(read('--minutes', '4x').input).toEqual({ minutes: '4x' });
  expect(read('--minutes', '').input).toEqual({ minutes: '' });
  expect(read('--minutes', 'Infinity').input).toEqual({ minutes: 'Infinity' });
});

test('a value that starts with a dash needs the equals sign, unless it is a number', () => {
  expect(read('--minutes', '-3').input).toEqual({ minutes: -3 });
  expect(read('--add=-milk').input).toEqual({ add: ['-milk'] });
  expect(() => read('--add', '--warm-pot')).toThrow('--add needs a value; write --add=… if it starts with a dash');
  expect(() => read('--add')).toThrow('--add needs a value');
});

test('giving a single value twice is refused', () => {
  expect(() => read('--pot', 'clay', '--pot', 'glass')).toThrow('--pot is given twice; it takes one value');
  expect(() => read('assam', '--leaf', 'ceylon')).toThrow('--leaf is given twice: as a flag and as `assam`');
});

test('a switch takes no value', () => {
  expect(() => read('--warm-pot=yes')).toThrow('--warm-pot takes no value, and got `yes`');
  expect(() => read('--json=yes')).toThrow('--json takes no value, and got `yes`');
});

test('one argument too many is named', () => {
  expect(() => read('assam', 'ceylon')).toThrow('`ceylon` is one argument too many; this command takes only <leaf>');
});

test('a short flag that nobody knows is refused', () => {
  expect(() => read('-x')).toThrow('-x is not a flag of this command');
});

test('the last positional may take all that is left', () => {
  const many = { name: 'many', input: z.object({ paths: z.array(z.string()) }) };
  expect(readInput(['a', 'b'], flagsOf(many), ['paths']).input).toEqual({ paths: ['a', 'b'] });
});

test('without a field for it, what follows -- is an argument like others', () => {
  const one = { name: 'one', input: z.object({ word: z.string() }) };
  expect(readInput(['--', '--odd-name'], flagsOf(one), ['word']).input).toEqual({ word: '--odd-name' });
});

test('a schema that no flag can hold is our bug, and is reported at once', () => {
  expect(() => flagsOf({ name: 'bad', input: z.object({ nested: z.object({ a: z.string() }) }) })).toThrow(
    'bad.nested',
  );
});

test('a pasted line that begins with dashes is an argument and not a flag', () => {
  expect(read('--- FAIL: TestTotal/a=b (0.00s)', '--minutes', '4').input).toEqual({
    leaf: '--- FAIL: TestTotal/a=b (0.00s)',
    minutes: 4,
  });
  expect(read('---- tests::total stdout ----', '--', '--- x').input).toEqual({
    leaf: '---- tests::total stdout ----',
    rest: ['--- x'],
  });
});
