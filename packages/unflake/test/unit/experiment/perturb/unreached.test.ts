import { expect, test } from 'vitest';
import type { StaticSource } from '../../../../src/contract/static-source.ts';
import { knobsHere } from '../../../../src/engine/knobs/knob-choices.ts';
import { unreached } from '../../../../src/experiment/diagnose/turn-seeds.ts';
import { ABLE } from '../../knobs/sample-machine.ts';

const draws = (runner: string) => knobsHere({ ...ABLE, runner }).knobs.filter(({ shape }) => shape === 'seed');
const source = (rule: string, code: string): StaticSource => ({
  ...{ rule, code, file: 'a', line: 3, severity: 'warning', message: 'uses unseeded randomness' },
  cause: { family: 'nondeterminism', kind: 'randomness' },
});

test('what Python requests from the operating system is reached', () => {
  const places = ['os.urandom(4)', 'secrets.token_hex()', 'random.random()'];
  expect(
    unreached(
      draws('pytest'),
      places.map((code) => source('python/unseeded-random', code)),
      'randomness',
    ),
  ).toBeNull();
});

test('a word of what is missed names the place, and a language that no draw knows does too', () => {
  const [shuffled, numbered] = [
    source('shell/unseeded-random', 'shuf list'),
    source('shell/unseeded-random', '$RANDOM'),
  ];
  expect(unreached(draws('bats'), [shuffled], 'randomness')).toBeNull();
  expect(unreached(draws('bats'), [shuffled, numbered], 'randomness')).toBe(numbered);
  const java = source('java/unseeded-random', 'new SecureRandom()');
  expect(unreached(draws('maven'), [java], 'randomness')).toBe(java);
  expect(unreached(draws('maven'), [java], 'iteration-order')).toBeNull();
});

test('a case that stored nothing about reach leaves every place open', () => {
  const old = draws('pytest').map(({ reach: _, ...choice }) => choice);
  const place = source('python/unseeded-random', 'random.random()');
  expect(unreached(old, [place], 'randomness')).toBe(place);
});
