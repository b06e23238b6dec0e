import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectOf, KNOBS, knobNamed } from '../../../src/knobs/index.ts';
import { ABLE, BARE } from './sample-machine.ts';

const [cpu, workers] = [knobNamed('cpu'), knobNamed('workers')];

test('knobs are listed in the order of their names, each once', () => {
  const names = KNOBS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test.each(KNOBS)('$name can be turned on an able machine, and each of its settings has an effect', (knob) => {
  expect(knob.unavailable(ABLE)).toBeNull();
  expect(knob.provoke(ABLE).length).toBeGreaterThan(0);
  for (const setting of [...knob.provoke(ABLE), knob.pin, knob.control].filter((given) => given !== null)) {
    expect(() => knob.effect(setting, ABLE)).not.toThrow();
  }
  // What the adapters do leaves no effect here.
  if (knob.witness !== null) expect(knob.effect(knob.provoke(ABLE)[0]!, ABLE)).not.toEqual({});
});

test.each(KNOBS)('$name provokes with settings that differ from its pin and its control', (knob) => {
  for (const setting of knob.provoke(ABLE)) {
    if (setting === knob.pin) continue;
    expect(setting).not.toBe(knob.control);
    if (knob.witness !== null) expect(knob.effect(setting, ABLE)).not.toEqual(knob.effect(knob.pin, ABLE));
  }
});

test.each(KNOBS)('$name refuses a setting that means nothing, with its value', (knob) => {
  for (const setting of ['', 'no such setting', '-1', '$(x)']) {
    expect(() => knob.effect(setting, ABLE)).toThrow(RangeError);
    expect(() => knob.effect(setting, ABLE)).toThrow(`"${setting}"`);
  }
});

test.each(KNOBS)('$name says on a bare machine that it can be turned, or why not', (knob) => {
  const unavailable = knob.unavailable(BARE);
  if (unavailable === null) {
    for (const setting of knob.provoke(BARE)) expect(() => knob.effect(setting, BARE)).not.toThrow();
  } else expect(unavailable.why).toMatch(/^\w.*[^.]$/);
});

test('cpu gives its share of the CPU, the weakest dose first', () => {
  expect(cpu.provoke(ABLE).map((setting) => cpu.effect(setting, ABLE))).toEqual([
    { cpuShare: 0.5 },
    { cpuShare: 0.25 },
    { cpuShare: 0.1 },
  ]);
});

test('cpu leaves Ruby to quota, which also slows its waiting, if there is one', () => {
  for (const runner of ['rspec', 'minitest']) {
    expect(cpu.unavailable({ ...ABLE, runner })?.why).toContain('quota');
    expect(cpu.unavailable({ ...BARE, runner })).toBeNull();
  }
  expect(cpu.unavailable({ ...ABLE, runner: 'pytest' })).toBeNull();
});

test('settings of cpu and workers outside their range are refused', () => {
  for (const setting of ['0', '2', 'half']) expect(() => cpu.effect(setting, ABLE)).toThrow(`"${setting}"`);
  for (const setting of ['0', '1.5', 'many']) expect(() => workers.effect(setting, ABLE)).toThrow(`"${setting}"`);
});

test('workers are tried at the number of cores and at twice as many, and at two on a single core', () => {
  expect(workers.provoke({ ...ABLE, cores: 8 })).toEqual(['8', '16']);
  expect(workers.provoke({ ...ABLE, cores: 1 })).toEqual(['2', '4']);
});

const [locale, BARE_C] = [knobNamed('locale'), { ...ABLE, locales: ['C', 'C.UTF-8'] }];

test('every locale is offered, and one that the C library has is set for all of it', () => {
  expect(locale.provoke(ABLE)).toEqual(['C', 'C.UTF-8', 'de_DE.UTF-8', 'tr_TR.UTF-8']);
  expect(locale.provoke(BARE_C)).toEqual(locale.provoke(ABLE));
  const env = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', LANGUAGE: null };
  expect(locale.effect('de_DE.UTF-8', { ...ABLE, locales: ['de_DE.utf8'] })).toEqual({ env });
});

test('a program of C++ gets only locales that the C library has', () => {
  expect(locale.provoke({ ...BARE_C, runner: 'googletest' })).toEqual(['C', 'C.UTF-8']);
  expect(locale.lacks?.({ ...BARE_C, runner: 'googletest' })?.why).toContain('left out');
  expect(locale.provoke({ ...BARE_C, runner: 'jest' })).toContain('de_DE.UTF-8');
});

test('a locale that the C library lacks is set by variable, and letters stay UTF-8', () => {
  const on = (runner: string) => locale.effect('de_DE.UTF-8', { ...BARE_C, runner });
  const env = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', LANGUAGE: null, LC_CTYPE: 'C.UTF-8' };
  expect(on('jest')).toEqual({ env });
  // bash, Perl and Ruby would complain, or read letters differently.
  for (const runner of ['bats', 'rspec', 'minitest', 'command'])
    expect(on(runner)).toEqual({ env: { ...env, LC_ALL: null } });
  expect(on('maven').addTo).toEqual({ JAVA_TOOL_OPTIONS: '-Duser.language=de -Duser.country=DE' });
  expect(on('pytest').env).toMatchObject({ ...env, UNFLAKE_LOCALE: 'variable' });
});

test('the control of a locale by variable goes the same way', () => {
  const way = (setting: string, runner: string) =>
    Object.keys(locale.effect(setting, { ...BARE_C, runner }).addTo ?? {});
  for (const runner of ['pytest', 'maven', 'jest']) expect(way('as-is', runner)).toEqual(way('tr_TR.UTF-8', runner));
});

test('what is missing is named with the commands that install it', () => {
  expect(locale.lacks?.(ABLE)).toBeNull();
  expect(locale.lacks?.({ ...ABLE, locales: ['C.utf8', 'de_DE.utf8'] })).toEqual({
    why: 'tr_TR.UTF-8 by variable only: not installed for the C library',
    enable: 'apt-get install locales && localedef -i tr_TR -f UTF-8 tr_TR.UTF-8',
  });
});

test('the order of a directory has no effect on Go, and says so', () => {
  expect(knobNamed('dirOrder').unavailable({ ...ABLE, runner: 'go-test' })?.why).toContain('Go');
  expect(knobNamed('dirOrder').unavailable({ ...ABLE, runner: 'cargo-test' })).toBeNull();
});

test('without our library the date is shifted in Node, Python and Go, and nowhere else', () => {
  const { unavailable } = knobNamed('date');
  for (const runner of ['pytest', 'jest', 'go-test']) expect(unavailable({ ...BARE, runner })).toBeNull();
  expect(unavailable({ ...BARE, runner: 'rspec' })?.enable).toBe('apt-get install gcc libc6-dev');
});

test('a library that several knobs need is loaded once, and lists are added to, not replaced', () => {
  const { addTo, env } = effectOf({ dirOrder: 'sorted', date: '2025-06-18T12:00:00', rngSeed: '1' }, ABLE);
  expect(addTo?.LD_PRELOAD).toBe('/cache/shim.so');
  expect(addTo?.NODE_OPTIONS).toBe('--require /native/node/preload.cjs');
  expect(env).toMatchObject({ UNFLAKE_DIR_ORDER: 'sorted', UNFLAKE_RANDOM_SEED: '1' });
});

const [rngSeed, hashSeed] = [knobNamed('rngSeed'), knobNamed('hashSeed')];

test('C++ is seeded through our library, and only where there is one', () => {
  const runner = 'googletest';
  expect(rngSeed.effect('3', { ...ABLE, runner }).addTo?.LD_PRELOAD).toBe('/cache/shim.so');
  expect(rngSeed.unavailable({ ...ABLE, runner, shim: null })?.why).toContain('C++ draws through the C library');
});

test('Rust is seeded through our library, and only where there is one', () => {
  const rust = { ...ABLE, runner: 'cargo-test' };
  for (const [knob, variable] of [
    [rngSeed, 'UNFLAKE_RANDOM_SEED'],
    [hashSeed, 'UNFLAKE_HASH_SEED'],
  ] as const) {
    expect(knob.effect('2', rust)).toMatchObject({ env: { [variable]: '2' }, addTo: { LD_PRELOAD: '/cache/shim.so' } });
    expect(knob.unavailable({ ...rust, shim: null })?.enable).toBe('apt-get install gcc libc6-dev');
  }
});

test('Go is built for a seed, which has no effect in front of a command', () => {
  const go = { ...ABLE, runner: 'go-test' };
  expect(rngSeed.unavailable(go)).toBeNull();
  expect(rngSeed.effect('2', go)).toMatchObject({ env: { UNFLAKE_RANDOM_SEED: '2' }, built: true });
  expect(hashSeed.unavailable(go)).toBeNull();
  expect(hashSeed.effect('2', go)).toEqual({ env: { UNFLAKE_HASH_SEED: '2' }, built: true });
  expect(hashSeed.effect('random', go)).toEqual({ built: true });
});

test('the JVM accepts no seed, and the reason names the generators', () => {
  expect(rngSeed.unavailable({ ...ABLE, runner: 'maven' })?.why).toContain('SecureRandom');
});

test('a seed lists per scan rule which draws follow it, and which do not', () => {
  const rowOf = (runner: string, rule: string) => rngSeed.reach?.({ ...ABLE, runner }).find((row) => row.rule === rule);
  expect(rowOf('pytest', 'python/unseeded-random')).toMatchObject({ misses: [] });
  expect(rowOf('pytest', 'shell/unseeded-random')).toBeUndefined();
  expect(rowOf('bats', 'shell/unseeded-random')?.misses).toContain('RANDOM');
  expect(rowOf('phpunit', 'php/unseeded-random')?.reaches).toContain('mt_rand');
  expect(rowOf('bats', 'php/unseeded-random')).toBeUndefined();
});

test('a preload in a folder with a space is still one word to Node', () => {
  const { addTo } = effectOf({ rngSeed: '1' }, { ...ABLE, preloads: '/my "own" place' });
  expect(addTo?.NODE_OPTIONS).toBe('--require "/my \\"own\\" place/node/preload.cjs"');
});

test('the effects of all conditions are merged; no condition, no effect', () => {
  expect(effectOf({}, ABLE)).toEqual({});
  expect(effectOf({ workers: '4' }, ABLE)).toEqual({});
  expect(effectOf({ workers: 'serial', cpu: '0.25' }, ABLE)).toEqual({ cpuShare: 0.25 });
  expect(effectOf({ umask: '077', fds: '64', tz: 'UTC', home: 'deep' }, ABLE)).toEqual({
    env: { TZ: 'UTC' },
    home: 'deep',
    prefix: ['prlimit', '--nofile=64:64', 'sh', '-c', 'umask "$0" && exec "$@"', '077'],
  });
});

test('whatever the conditions, the effect does not depend on the order in which they are named', () => {
  const conditions = fc.record(
    Object.fromEntries(KNOBS.map((knob) => [knob.name, fc.constantFrom(...knob.provoke(ABLE), knob.pin)])),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(conditions, (given) => {
      const turned = Object.fromEntries(Object.entries(given).reverse()) as Record<string, string>;
      expect(effectOf(turned, ABLE)).toEqual(effectOf(given as Record<string, string>, ABLE));
    }),
  );
});

test('a condition without a knob is a bug, and reported as such', () => {
  expect(() => effectOf({ moon: 'full' }, ABLE)).toThrow('no knob is named "moon"');
  expect(() => effectOf({ toString: '1' }, ABLE)).toThrow('no knob is named "toString"');
});

test('what cannot be changed names the command that would enable it', () => {
  expect(cpu.unavailable({ ...ABLE, platform: 'win32' })?.why).toContain('Windows');
  expect(knobNamed('fds').unavailable(BARE)?.enable).toBe('apt-get install util-linux');
});
