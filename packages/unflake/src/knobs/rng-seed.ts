/**
 * The seed of the usual generator of random numbers: Math.random of Node, `random` of Python, `rand` of Ruby and of Perl from 5.38, the
 * functions of Go's math/rand (one seed only). Generators that a program makes and seeds itself are its own.
 */
import type { Knob } from '../contract/knob.ts';
import { throughRuntimes } from './preloads.ts';
import { AS_IS, MOST_DRAWS, noSetting } from './settings.ts';

const WITHOUT_SEED = ['cargo-test', 'maven', 'gradle'];

export const rngSeed = {
  name: 'rngSeed',
  cause: () => ({ family: 'nondeterminism', kind: 'randomness' }),
  shape: 'seed',
  provoke: ({ runner }) => (runner === 'go-test' ? ['1'] : ['1', '2', '3', '4']),
  draws: ({ runner }) => (runner === 'go-test' ? ['1'] : Array.from({ length: MOST_DRAWS }, (_, at) => String(at + 1))),
  // Any seed takes the chance away; which side it falls on is another matter.
  pin: '1',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    if (setting === AS_IS) return throughRuntimes({}, machine);
    if (!/^[1-9]\d{0,8}$/.test(setting)) throw noSetting('rngSeed', setting, 'a number from 1 to 999999999');
    const { env, addTo } = throughRuntimes({ UNFLAKE_RANDOM_SEED: setting, PERL_RAND_SEED: setting }, machine);
    return { env: { ...env }, addTo: { ...addTo, GODEBUG: 'randautoseed=0' } };
  },
  unavailable: ({ runner }) =>
    runner !== null && WITHOUT_SEED.includes(runner)
      ? { why: 'Rust and the JVM take no seed from outside', enable: null }
      : null,
  witness: (_setting, { preloads }) => ({ argv: ['node', `${preloads}/witness/dice.mjs`], prints: 'the same twice' }),
} as const satisfies Knob;
