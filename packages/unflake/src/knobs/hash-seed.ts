/**
 * The seed of hash functions, and so the order of sets and maps. Python and Perl accept one, Rust gets it through our LD_PRELOAD library,
 * Go is built for it. The JVM accepts none.
 */
import type { Knob, KnobReach } from '../contract/knob.ts';
import { shimCannot, throughShim } from './preloads.ts';
import { AS_IS, MAX_DRAWS, NOTHING_BUT_A_VARIABLE, noSetting } from './settings.ts';

const RANDOM = 'random';
const PYTHON: readonly string[] = ['pytest', 'unittest'];
/** These draw the order of their unmodifiable sets again in every process. */
const TAKE_NONE: readonly string[] = ['maven', 'gradle'];

const RUST: readonly string[] = ['cargo-test', 'nextest'];

const IN_RUST: KnobReach = { rule: 'rust/hash-order', reaches: ['HashMap', 'HashSet'], misses: [] };
const REACH: Readonly<Record<string, KnobReach>> = {
  'cargo-test': IN_RUST,
  nextest: IN_RUST,
  'go-test': { rule: 'go/hash-order', reaches: ['map'], misses: [] },
};

export const hashSeed = {
  name: 'hashSeed',
  cause: () => ({ family: 'nondeterminism', kind: 'iteration-order' }),
  shape: 'seed',
  provoke: () => ['1', '2', '3', RANDOM],
  draws: () => Array.from({ length: MAX_DRAWS }, (_, at) => String(at + 1)),
  pin: '0',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    const { runner } = machine;
    const isRust = RUST.includes(runner ?? '');
    if (runner === 'go-test')
      return { ...(isFixed(setting) ? { env: { UNFLAKE_HASH_SEED: checked(setting) } } : {}), built: true };
    if (setting === AS_IS) return isRust ? throughShim({}, machine) : NOTHING_BUT_A_VARIABLE;
    if (isRust) return throughShim(isFixed(setting) ? { UNFLAKE_HASH_SEED: checked(setting) } : {}, machine);
    const python = { PYTHONHASHSEED: checked(setting) };
    // Commands for people contain only the variables that matter to them.
    if (PYTHON.includes(runner ?? '')) return { env: python };
    if (setting === RANDOM) return { env: { ...python, PERL_HASH_SEED: null, PERL_PERTURB_KEYS: null } };
    return { env: { ...python, PERL_HASH_SEED: setting, PERL_PERTURB_KEYS: '0' } };
  },
  unavailable: (machine) => {
    if (RUST.includes(machine.runner ?? '')) return shimCannot(machine);
    return TAKE_NONE.includes(machine.runner ?? '')
      ? { why: 'the JVM draws such orders again in every process and accepts no seed', enable: null }
      : null;
  },
  reach: ({ runner }) => [
    REACH[runner ?? ''] ?? { rule: 'python/hash-order', reaches: ['set', 'frozenset'], misses: [] },
  ],
  witness: (setting) => ({ argv: ['sh', '-c', 'printenv PYTHONHASHSEED || echo unset'], prints: setting }),
} as const satisfies Knob;

const isFixed = (setting: string): boolean => setting !== RANDOM && setting !== AS_IS;

function checked(setting: string): string {
  if (setting === RANDOM || /^\d{1,9}$/.test(setting)) return setting;
  throw noSetting('hashSeed', setting, `"${RANDOM}" or a number below 1000000000`);
}
