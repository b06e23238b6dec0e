/**
 * The seed of random numbers, bytes and ids. Node, Python and Ruby are seeded before the program starts; programs that ask the C library
 * are seeded by our LD_PRELOAD library; Go gets a standard library that takes a seed. Generators that a program creates and seeds itself
 * are not changed.
 */
import type { Effect, Knob, KnobReach, Machine } from '../contract/knob.ts';
import { throughRuntimes } from './preloads.ts';
import { AS_IS, MAX_DRAWS, noSetting } from './settings.ts';

const WHY_NOT: Readonly<Record<string, string>> = {
  gradle: 'the JVM accepts no seed from outside for java.util.Random, SecureRandom and the random method of Math',
  maven: 'the JVM accepts no seed from outside for java.util.Random, SecureRandom and the random method of Math',
};

/** In the standard library that the trial is built with. */
const IN_GO: readonly KnobReach[] = [
  {
    rule: 'go/unseeded-random',
    reaches: ['math/rand', 'math/rand/v2', 'crypto/rand', 'uuid'],
    // Generators that are seeded from the clock.
    misses: ['NewSource', 'NewPCG', 'NewChaCha8', 'Seed', 'xid', 'ulid'],
  },
];

/** Runners whose programs draw through the C library. */
const BY_SHIM = ['cargo-test', 'nextest', 'googletest', 'phpunit', 'bats', 'command'];
/** These have no other source. */
const ONLY_BY_SHIM: Readonly<Record<string, string>> = {
  'cargo-test': 'Rust draws',
  nextest: 'Rust draws',
  googletest: 'C++ draws',
  phpunit: 'PHP draws',
};

/** Our driver seeds the built-in generator, and our LD_PRELOAD library the system's. */
const IN_PHP: readonly KnobReach[] = [
  {
    rule: 'php/unseeded-random',
    reaches: ['rand', 'mt_rand', 'shuffle', 'array_rand', 'str_shuffle', 'random_int', 'Randomizer', 'Factory.create'],
    // It seeds itself from the clock and the process id.
    misses: ['lcg_value'],
  },
];

const IN_RUNTIMES: readonly KnobReach[] = [
  {
    rule: 'javascript/unseeded-random',
    reaches: ['random of Math', 'node:crypto', 'crypto.getRandomValues', 'crypto.randomUUID'],
    misses: [],
  },
  {
    rule: 'python/unseeded-random',
    reaches: ['random', 'os.urandom', 'secrets', 'uuid.uuid4', 'numpy.random'],
    misses: [],
  },
  { rule: 'ruby/unseeded-random', reaches: ['rand', 'shuffle', 'sample', 'Random.new', 'SecureRandom'], misses: [] },
];

const IN_LIBC: readonly KnobReach[] = [
  { rule: 'cpp/unseeded-random', reaches: ['getrandom', 'getentropy', 'arc4random'], misses: ['rand', 'urandom'] },
  // It seeds itself from the clock and the thread id.
  { rule: 'rust/unseeded-random', reaches: ['rand', 'getrandom', 'uuid'], misses: ['fastrand'] },
  { rule: 'shell/unseeded-random', reaches: ['shuf', 'sort -R'], misses: ['RANDOM', 'urandom', 'uuidgen', 'openssl'] },
];

export const rngSeed = {
  name: 'rngSeed',
  cause: () => ({ family: 'nondeterminism', kind: 'randomness' }),
  shape: 'seed',
  provoke: () => ['1', '2', '3', '4'],
  draws: () => Array.from({ length: MAX_DRAWS }, (_, at) => String(at + 1)),
  // Any seed removes chance. Which outcome that seed leads to is a separate question.
  pin: '1',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    if (setting === AS_IS) return byAllMeans({}, machine);
    if (!/^[1-9]\d{0,8}$/.test(setting)) throw noSetting('rngSeed', setting, 'a number from 1 to 999999999');
    return byAllMeans({ UNFLAKE_RANDOM_SEED: setting, PERL_RAND_SEED: setting }, machine);
  },
  unavailable: ({ runner, shim }) => {
    const why = WHY_NOT[runner ?? ''];
    if (why !== undefined) return { why, enable: null };
    const draws = ONLY_BY_SHIM[runner ?? ''];
    return draws !== undefined && shim === null
      ? { why: `${draws} through the C library, and there is no C compiler`, enable: 'apt-get install gcc libc6-dev' }
      : null;
  },
  reach: reachOf,
  how: (machine) =>
    reachOf(machine)
      .flatMap(({ reaches }) => reaches)
      .join(', '),
  witness: (_setting, { preloads }) => ({ argv: ['node', `${preloads}/witness/rng.mjs`], prints: 'the same twice' }),
} as const satisfies Knob;

function byAllMeans(variables: Readonly<Record<string, string>>, machine: Machine): Effect {
  const { env, addTo } = throughRuntimes(variables, machine);
  return {
    env: { ...env },
    addTo: { ...addTo, ...(isByShim(machine) ? { LD_PRELOAD: machine.shim! } : {}) },
    ...(machine.runner === 'go-test' ? { built: true } : {}),
  };
}

function reachOf(machine: Machine): readonly KnobReach[] {
  if (machine.runner === 'go-test') return [...IN_RUNTIMES, ...IN_GO];
  if (!isByShim(machine)) return IN_RUNTIMES;
  return [...IN_RUNTIMES, ...IN_LIBC, ...(machine.runner === 'phpunit' ? IN_PHP : [])];
}

const isByShim = ({ runner, shim }: Machine): boolean => shim !== null && BY_SHIM.includes(runner ?? 'command');
