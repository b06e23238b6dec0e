import { expect, test } from 'vitest';
import { effectOf, KNOBS, knobNamed } from '../../../src/knobs/index.ts';

const machine = { platform: 'linux', cores: 2, root: false };

const [cpu, workers] = [knobNamed('cpu'), knobNamed('workers')];

test('knobs are listed in the order of their names, each once', () => {
  const names = KNOBS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test('a pinned knob has no effect, and a provoking one is understood', () => {
  for (const knob of KNOBS) {
    expect(knob.effect(knob.pin)).toEqual({});
    for (const setting of knob.provoke) expect(() => knob.effect(setting)).not.toThrow();
    expect(knob.unavailable(machine)).toBeNull();
  }
});

test('cpu gives its share of the processor, the weakest dose first', () => {
  expect(cpu.provoke.map((setting) => cpu.effect(setting))).toEqual([{ cpuShare: 0.5 }, { cpuShare: 0.25 }]);
});

test('settings that mean nothing are refused with their value', () => {
  for (const setting of ['0', '-1', '2', 'half', '']) expect(() => cpu.effect(setting)).toThrow(`"${setting}"`);
  for (const setting of ['0', '1.5', 'many', '']) expect(() => workers.effect(setting)).toThrow(`"${setting}"`);
});

test('the effects of all conditions come together; no condition, no effect', () => {
  expect(effectOf({})).toEqual({});
  expect(effectOf({ workers: '4' })).toEqual({});
  expect(effectOf({ workers: 'serial', cpu: '0.25' })).toEqual({ cpuShare: 0.25 });
});

test('a condition without a knob is a mistake of ours, and said so', () => {
  expect(() => effectOf({ moon: 'full' })).toThrow('no knob is named "moon"');
  expect(() => effectOf({ toString: '1' })).toThrow('no knob is named "toString"');
});

test('where processes cannot be stopped, cpu says why it cannot be turned', () => {
  expect(cpu.unavailable({ ...machine, platform: 'win32' })).toContain('Windows');
});
