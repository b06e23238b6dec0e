/** The seed of hash functions, and so the order of sets and maps: Python and Perl take one, Rust through our library. Go and the JVM cannot be told. */
import type { Knob } from '../contract/knob.ts';
import { shimCannot, throughShim } from './preloads.ts';
import { AS_IS, MOST_DRAWS, NOTHING_BUT_A_VARIABLE, noSetting } from './settings.ts';

const RANDOM = 'random';
const PYTHON: readonly string[] = ['pytest', 'unittest'];
/** They draw the order of their maps, or of their unmodifiable sets, anew in every process. */
const TAKE_NONE: readonly string[] = ['go-test', 'maven', 'gradle'];

export const hashSeed = {
  name: 'hashSeed',
  cause: () => ({ family: 'nondeterminism', kind: 'iteration-order' }),
  shape: 'seed',
  provoke: () => ['1', '2', '3', RANDOM],
  draws: () => Array.from({ length: MOST_DRAWS }, (_, at) => String(at + 1)),
  pin: '0',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    const { runner } = machine;
    const isRust = runner === 'cargo-test';
    if (setting === AS_IS) return isRust ? throughShim({}, machine) : NOTHING_BUT_A_VARIABLE;
    const known = setting === RANDOM || /^\d{1,9}$/.test(setting);
    if (!known) throw noSetting('hashSeed', setting, `"${RANDOM}" or a number below 1000000000`);
    if (isRust) return throughShim(setting === RANDOM ? {} : { UNFLAKE_HASH_SEED: setting }, machine);
    const python = { PYTHONHASHSEED: setting };
    // What is printed for people names only what is of use to them.
    if (PYTHON.includes(runner ?? '')) return { env: python };
    if (setting === RANDOM) return { env: { ...python, PERL_HASH_SEED: null, PERL_PERTURB_KEYS: null } };
    return { env: { ...python, PERL_HASH_SEED: setting, PERL_PERTURB_KEYS: '0' } };
  },
  unavailable: (machine) => {
    if (machine.runner === 'cargo-test') return shimCannot(machine);
    return TAKE_NONE.includes(machine.runner ?? '')
      ? { why: 'Go and the JVM draw such orders anew in every process and take no seed', enable: null }
      : null;
  },
  reach: ({ runner }) =>
    runner === 'cargo-test'
      ? [{ rule: 'rust/hash-order', reaches: ['HashMap', 'HashSet'], misses: [] }]
      : [{ rule: 'python/hash-order', reaches: ['set', 'frozenset'], misses: [] }],
  witness: (setting) => ({ argv: ['sh', '-c', 'printenv PYTHONHASHSEED || echo unset'], prints: setting }),
} as const satisfies Knob;
