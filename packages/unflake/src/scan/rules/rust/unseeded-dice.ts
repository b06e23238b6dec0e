import { calls, nodes, type Rule } from '../rule.ts';
import { callsIn } from './around.ts';
import { inFile, inTest } from './sample.ts';

const FASTRAND = 'bool u8 u16 u32 u64 usize i32 i64 f32 f64 char alphanumeric shuffle choice choose_multiple'.split(
  ' ',
);

export const unseededDice: Rule = {
  id: 'rust/unseeded-dice',
  cause: { family: 'nondeterminism', kind: 'randomness' },
  severity: 'warning',
  where: 'anywhere',
  message: 'throws dice that nobody has seeded',
  why: 'Every run sees other values; the one that fails cannot be had again.',
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
  flags: [
    inFile('', 'fn token() -> String { format!("s_{}", rand::random::<u64>()) }'),
    inTest('rand::Rng rand::thread_rng', 'let n = thread_rng().gen_range(0..6);', 'assert!(n < 6);'),
    inFile('uuid::Uuid', 'fn id() -> Uuid { Uuid::new_v4() }'),
    inFile(
      'std::collections::hash_map::RandomState std::hash::{BuildHasher,Hasher}',
      'fn roll() -> u64 { RandomState::new().build_hasher().finish() % 6 }',
    ),
    inFile('rand::{SeedableRng,rngs::StdRng}', 'fn dice() -> StdRng { StdRng::from_entropy() }'),
    inTest(
      'rand::{RngCore,rngs::OsRng}',
      'let mut key = [0u8; 16];',
      'OsRng.fill_bytes(&mut key);',
      'assert!(open(key));',
    ),
  ],
  allows: [
    inTest(
      'rand::{Rng,SeedableRng,rngs::StdRng}',
      'let mut dice = StdRng::seed_from_u64(42);',
      'assert!(dice.gen_range(0..6) < 6);',
    ),
    inTest('', 'fastrand::seed(7);', 'assert!(fastrand::u32(..6) < 6);'),
    inFile('uuid::Uuid', 'fn id(name: &str) -> Uuid { Uuid::new_v5(&Uuid::NAMESPACE_URL, name.as_bytes()) }'),
    inFile('crate::dice::random', 'fn roll() -> u8 { random() }'),
    inFile('std::hash::{DefaultHasher,Hasher}', 'fn digest() -> u64 { DefaultHasher::new().finish() }'),
    inFile('rand::Rng', 'fn roll<R: Rng>(rng: &mut R) -> u8 { rng.gen_range(1..=6) }'),
  ],
};
