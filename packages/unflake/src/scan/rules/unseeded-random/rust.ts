import { callsIn } from '../../semantics/rust/around.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

const FASTRAND = 'bool u8 u16 u32 u64 usize i32 i64 f32 f64 char alphanumeric shuffle choice choose_multiple'.split(
  ' ',
);

export const rust: LanguageRule = {
  fix: 'Use `StdRng::seed_from_u64(seed)` with a seed that the test prints when it fails, and pass the generator in.',
  find: [
    calls([
      'rand.random',
      'rand.random_range',
      'rand.random_bool',
      'rand.thread_rng',
      'rand.rng',
      'rand.prelude.thread_rng',
      'rand.prelude.random',
      'rand.prelude.rng',
      'getrandom.getrandom',
      'getrandom.fill',
      'uuid.Uuid.new_v4',
      'ulid.Ulid.new',
      'fastrand.Rng.new',
      'fake.Faker.fake',
    ]),
    calls(
      ['*.from_entropy', '*.from_os_rng', '*.from_rng'],
      ({ node, args }) =>
        /(?:Rng|Pcg\w*|Core)::from_(?:entropy|os_rng)$/.test(node.field('function')?.text() ?? '') && args.length === 0,
    ),
    calls(
      FASTRAND.map((name) => `fastrand.${name}`),
      ({ file }) => !file.text.includes('fastrand::seed') || callsIn(file.root, '^fastrand::seed$').length === 0,
    ),
    // Whoever has no library takes the key of a hash table for a number.
    calls(['*.finish'], ({ node }) =>
      /\bRandomState::(?:new|default)\(\)\s*\.build_hasher\(\)\s*\.finish$/.test(node.field('function')?.text() ?? ''),
    ),
    nodes({ rule: { kind: 'identifier', regex: '^OsRng$' } }, (node, { imports }) => {
      const isUsed =
        !/^(?:use_|scoped_use_list|scoped_identifier)/.test((node.parent()?.kind() as string) ?? '') &&
        !node.parent()?.is('use_list');
      return isUsed && /^(?:rand|rand_core|aes_gcm|argon2|getrandom)\b/.test(imports.names.get('OsRng') ?? '');
    }),
  ],
};
