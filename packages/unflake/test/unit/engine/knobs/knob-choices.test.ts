import { expect, test } from 'vitest';
import { CAUSES } from '../../../../src/contract/cause.ts';
import { knobsHere } from '../../../../src/engine/knobs/knob-choices.ts';
import { KNOBS } from '../../../../src/knobs/index.ts';
import { ABLE, BARE } from '../../knobs/sample-machine.ts';

const able = knobsHere({ ...ABLE, runner: 'go-test' });

test('every knob is either turned or refused, and some are both where a setting is lacking', () => {
  for (const machine of [ABLE, BARE]) {
    const { knobs, refused } = knobsHere(machine);
    const named = new Set([...knobs, ...refused].map(({ knob }) => knob));
    expect([...named].sort()).toEqual(KNOBS.map(({ name }) => name));
  }
  const { knobs, refused } = knobsHere({ ...ABLE, locales: ['C.utf8'] });
  expect(knobs.map(({ knob }) => knob)).toContain('locale');
  expect(refused.find(({ knob }) => knob === 'locale')!.enable).toContain('localedef');
});

test('a choice is data that survives the store', () => {
  expect(JSON.parse(JSON.stringify(able))).toEqual(able);
});

test('the pin is never among the settings, and each cause is one of the table', () => {
  for (const { pin, settings, cause } of able.knobs) {
    expect(settings).not.toContain(pin);
    expect(settings.length).toBeGreaterThan(0);
    expect(CAUSES[cause.family]).toContain(cause.kind);
  }
});

test('a knob whose settings have different causes is there once for each', () => {
  const { knobs } = knobsHere(ABLE);
  const causes = knobs.filter(({ knob }) => knob === 'tmp').map(({ settings, cause }) => [settings, cause.kind]);
  expect(causes).toEqual([
    [['deep'], 'environment'],
    [['shared'], 'residue'],
  ]);
});

test('only what is variables and words can be printed in front of a command', () => {
  const { knobs } = knobsHere(ABLE);
  const printable = new Set(knobs.filter((choice) => choice.printable).map(({ knob }) => knob));
  for (const knob of ['tz', 'locale', 'hashSeed', 'rngSeed', 'umask', 'fds', 'network', 'dirOrder'])
    expect(printable).toContain(knob);
  for (const knob of ['cpu', 'quota', 'copies', 'date', 'tmp', 'home', 'workers', 'detectors'])
    expect(printable).not.toContain(knob);
});
