import type { SourceFile } from '../../facts/source-file.ts';
import { callsIn } from '../../semantics/python/calls-in.ts';
import { calls, type LanguageRule } from '../rule.ts';

const MODULE = [
  'random',
  'randint',
  'randrange',
  'choice',
  'choices',
  'shuffle',
  'sample',
  'uniform',
  'gauss',
  'betavariate',
  'getrandbits',
  'randbytes',
  'triangular',
  'normalvariate',
].map((name) => `random.${name}`);
const NUMPY = ['rand', 'randn', 'randint', 'random', 'choice', 'shuffle', 'permutation', 'normal', 'uniform'].map(
  (name) => `numpy.random.${name}`,
);

export const python: LanguageRule = {
  fix: 'Use `random.Random(seed)` with a seed that is printed when a test fails.',
  find: [
    calls(
      [...MODULE, ...NUMPY],
      ({ name, file }) => !seeds(file, name.startsWith('numpy') ? 'numpy.random.seed' : 'random.seed'),
    ),
    calls(
      ['random.Random', 'random.SystemRandom', 'numpy.random.default_rng', 'numpy.random.RandomState'],
      ({ args }) => args.length === 0,
    ),
    calls([
      'secrets.token_hex',
      'secrets.token_bytes',
      'secrets.token_urlsafe',
      'secrets.randbelow',
      'secrets.choice',
      'os.urandom',
      'uuid.uuid4',
    ]),
  ],
};

/** A seed anywhere in the file: who seeds in a fixture means the whole file. */
const seeds = (file: SourceFile, seed: string): boolean =>
  /\bseed\b/.test(file.text) &&
  callsIn(file.root, file).some(
    ({ node, last, callee, args }) => last === 'seed' && args.length > 0 && file.meanings(callee, node).includes(seed),
  );
