import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf, callsIn } from '../semantics/calls.ts';
import { semanticsOf } from '../semantics/index.ts';
import { calledName, argumentsOf as kotlinArguments } from '../semantics/kotlin.ts';
import { created } from '../semantics/php.ts';
import { statementOf, textBefore } from '../semantics/place.ts';
import { callsIn as pythonCallsIn } from '../semantics/python/calls-in.ts';
import { commandOf, isOwn } from '../semantics/shell/command.ts';
import { re } from '../semantics/undone.ts';
import { textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row, takesNothing, under } from './rule.ts';

/** A fixed seed anywhere in the file: who seeds means all of it. */
const unless =
  (seeded: RegExp) =>
  ({ file: { text } }: Pick<Call, 'file'>): boolean =>
    !seeded.test(text);

/** In a test a name that nobody else has is what these are for. */
const isNoName = ({ node, file }: Pick<Call, 'node' | 'file'>): boolean =>
  !(
    (file.isTestFile || file.testAround(node) !== null) &&
    (/^(?:template_substitution|binary_expression)$/.test(node.parent()?.kind() ?? '') ||
      /["'`]\s*\+\s*$/.test(textBefore(node)) ||
      semanticsOf(file).becomesName(node, file))
  );

/** Puts the input of the test into another order; single values, names and keys may be any. */
const CHANGES_INPUT =
  /\b(?:shuffle\w*|shuffled|Shuffle|Perm|choices?|sample)[!(]|\.(?:shuffle!?|shuffled|sample|randomOrNull)\b|^rand\.New(?:Source|PCG)\(/;
/** What a test picks from is mostly several of a kind; what a product picks changes what it does. */
const PICKS = /\b(?:choices?|sample|randomOrNull)\b/;

const C_SEEDED = /\bs(?:rand|random)\(\s*\d/;
/** RSpec and Minitest can be told to seed Ruby's own generator. */
const RUBY_SEEDED = /\bsrand[( ]\s*\d|\bsrand[( ]\s*config\.seed|Random\.srand/;
const JAVASCRIPT_SEEDED =
  /\bspyOn\(\s*(?:global(?:This)?\.)?Math\s*,|\bMath\.random\s*=[^=]|\bseedrandom\(\s*[^)\s]|stub\(\s*Math\s*,|mock\.method\(\s*Math\s*,/;
const DRAWS = 'nextInt nextLong nextDouble nextFloat nextBoolean nextBytes';

export const unseededRandom: Kind = {
  name: 'unseeded-random',
  cause: { family: 'nondeterminism', kind: 'randomness' },
  severity: 'warning',
  where: 'anywhere',
  message: 'uses unseeded randomness',
  why: 'Every run sees other values; a failure cannot be reproduced. What nobody may guess (keys, tokens, masks) stays unseeded: a test asserts on its form, or passes the value in.',
  // What Go and Kotlin draw in tests was mostly any value that does.
  isSure: (place, file) =>
    !/^(?:go|kotlin)$/.test(file.language) &&
    CHANGES_INPUT.test(place.text()) &&
    (!file.isForTests(place) || (file.testAround(place) !== null && !PICKS.test(place.text()))) &&
    !/\b(?:[bB]ench\w*|seed)\b|SystemRandom|[bB]ytes?\b|toByte|_id\b|[nN]ame\b|letters|ascii|digits|[aA]lphabet|\b[cC]har\w*|["']\w{8,}["']|join\(/.test(
      statementOf(place).text().split('\n', 1)[0]!,
    ),
  languages: {
    python: row(
      'Use `random.Random(seed)` with a seed that is printed when a test fails.',
      calls(
        under(
          'random',
          `random randint randrange choice choices shuffle sample uniform gauss betavariate getrandbits randbytes
             triangular normalvariate`,
        ),
        ({ file }) => !isSeededInPython(file, 'random.seed'),
      ),
      calls(
        under('numpy.random', 'rand randn randint random choice shuffle permutation normal uniform'),
        ({ file }) => !isSeededInPython(file, 'numpy.random.seed'),
      ),
      calls('random.Random random.SystemRandom numpy.random.default_rng numpy.random.RandomState', takesNothing),
      calls(
        `secrets.token_hex secrets.token_bytes secrets.token_urlsafe secrets.randbelow secrets.choice os.urandom
           uuid.uuid4`,
      ),
    ),
    javascript: row(
      'Pass the generator in (`rng = Math.random`) and give tests one with a seed (`seedrandom`, `faker.seed(7)`), printed when a test fails.',
      calls(
        `Math.random crypto.randomInt crypto.getRandomValues globalThis.crypto.getRandomValues
           lodash.random lodash.shuffle lodash.sample lodash.sampleSize`,
        unless(JAVASCRIPT_SEEDED),
      ),
      calls(
        `crypto.randomUUID crypto.randomBytes crypto.webcrypto.randomUUID globalThis.crypto.randomUUID uuid.v4
           nanoid.nanoid cuid @paralleldrive/cuid2.createId`,
        isNoName,
      ),
      calls(
        'chance chance.Chance random-seed.create',
        (call) => takesNothing(call) && /^new\b|create/.test(call.node.text()),
      ),
      nodesOf(
        'call_expression',
        /^[A-Za-z0-9_$]+\.[A-Za-z0-9_$]+\.[A-Za-z0-9_$]+\(/,
        (node, file) => {
          const first = /^[\w$]+/.exec(node.text())![0];
          return (
            /^@faker-js\/faker(?:\.|\/|$)/.test(file.imports.names.get(first) ?? '') &&
            !re`\b${first}\.seed\(`.test(file.text)
          );
        },
        /faker-js/,
      ),
    ),
    java: row(
      'Pass a `Random` in and give tests `new Random(7)`, with the seed in the failure’s message.',
      calls('Math.random java.lang.Math.random java.util.concurrent.ThreadLocalRandom.current'),
      calls(
        `java.util.Random java.util.SplittableRandom java.security.SecureRandom com.github.javafaker.Faker
           net.datafaker.Faker`,
        takesNothing,
      ),
      calls('java.util.Collections.shuffle', ({ args }) => args.length === 1),
      calls([
        ...under('org.apache.commons.lang3.RandomStringUtils', 'randomAlphabetic randomAlphanumeric randomNumeric'),
        'org.apache.commons.lang3.RandomUtils.nextInt',
      ]),
      calls('java.util.UUID.randomUUID', isNoName),
    ),
    go: row(
      'Use `rand.New(rand.NewSource(seed))` (or `rand.NewPCG`) with a seed that the test logs when it fails.',
      calls(
        under(
          'math/rand',
          `Int Intn Int31 Int31n Int63 Int63n Uint32 Uint64 Float32 Float64 NormFloat64 ExpFloat64 Perm Shuffle Read`,
        ),
        ({ file }) => !isSeededInGo(file),
      ),
      calls(
        under(
          'math/rand/v2',
          `Int IntN Int32 Int32N Int64 Int64N Uint Uint32 Uint32N Uint64 Uint64N UintN N Float32 Float64 NormFloat64
             ExpFloat64 Perm Shuffle`,
        ),
      ),
      calls('math/rand.Seed math/rand.NewSource math/rand/v2.NewPCG math/rand/v2.NewChaCha8', ({ args }) =>
        args.some((argument) => isClockSeed(argument.text())),
      ),
      calls('crypto/rand.Int crypto/rand.Prime', ({ args }) => /\bReader$/.test(textAt(args[0]))),
      calls(
        `crypto/rand.Read crypto/rand.Text github.com/google/uuid.New github.com/google/uuid.NewString
           github.com/google/uuid.NewRandom github.com/gofrs/uuid.NewV4 github.com/satori/go.uuid.NewV4
           github.com/rs/xid.New github.com/oklog/ulid.Make github.com/lithammer/shortuuid.New`,
      ),
    ),
    rust: row(
      'Use `StdRng::seed_from_u64(seed)` with a seed that the test prints when it fails, and pass the generator in.',
      calls(
        `rand.random rand.random_range rand.random_bool rand.thread_rng rand.rng rand.prelude.thread_rng
           rand.prelude.random rand.prelude.rng getrandom.getrandom getrandom.fill uuid.Uuid.new_v4 ulid.Ulid.new
           fastrand.Rng.new fake.Faker.fake`,
      ),
      calls(
        '*.from_entropy *.from_os_rng *.from_rng',
        ({ node, args }) =>
          /(?:Rng|Pcg\w*|Core)::from_(?:entropy|os_rng)$/.test(node.fieldText('function')) && args.length === 0,
      ),
      calls(
        under('fastrand', 'bool u8 u16 u32 u64 usize i32 i64 f32 f64 char alphanumeric shuffle choice choose_multiple'),
        ({ file }) => !file.text.includes('fastrand::seed') || callsIn(file.root, '^fastrand::seed$').length === 0,
      ),
      // Whoever has no library takes the key of a hash table for a number.
      calls('*.finish', ({ node }) =>
        /\bRandomState::(?:new|default)\(\)\s*\.build_hasher\(\)\s*\.finish$/.test(node.fieldText('function')),
      ),
      nodesOf(
        'identifier',
        /^OsRng$/,
        (node, { imports }) =>
          !/^(?:use_|scoped_use_list|scoped_identifier)/.test(node.parent()?.kind() ?? '') &&
          /^(?:rand|rand_core|aes_gcm|argon2|getrandom)\b/.test(imports.names.get('OsRng') ?? ''),
      ),
    ),
    shell: row(
      'Seed: `RANDOM=42`, `shuf --random-source=<(yes)`; or pass the value in.',
      nodesOf(
        'variable_name',
        /^S?RANDOM$/,
        (node, { root }) =>
          !node.parent()?.is('variable_assignment') && root.find('variable_assignment', '^RANDOM=') === null,
      ),
      nodesOf('command', /shuf|uuidgen|urandom|\/dev\/random|openssl|sort/, isRandomCommand),
    ),
    kotlin: row(
      'Pass a `Random` in and give tests `Random(7)`, with the seed in the failure’s message: `list.shuffled(Random(7))`.',
      calls([
        ...under('kotlin.random.Random', DRAWS),
        ...under('kotlin.random.Random.Default', DRAWS),
        'java.lang.Math.random',
        'java.util.concurrent.ThreadLocalRandom.current',
      ]),
      calls('java.util.Random java.security.SecureRandom', takesNothing),
      nodesOf(
        'call_expression',
        /\.(?:shuffled|shuffle|random|randomOrNull)\(\)$/,
        (node) =>
          /^(?:shuffled|shuffle|random|randomOrNull)$/.test(calledName(node)) &&
          kotlinArguments(node).length === 0 &&
          !/^Math\b/.test(node.text()),
      ),
    ),
    ruby: row(
      'Pass a `Random.new(7)` in (`list.shuffle(random: rng)`), or `Kernel.srand config.seed` in `spec_helper.rb`, so that a failing run can be had again.',
      calls('rand Kernel.rand Random.rand Random.random_number Random.bytes', unless(RUBY_SEEDED)),
      calls('Random.new', takesNothing),
      calls(
        '*.shuffle *.shuffle! *.sample',
        (call) =>
          call.node.field('receiver') !== null &&
          !/SecureRandom|Faker|random:|rng|Seed/.test(call.node.text()) &&
          call.args.every((arg) => /^\d+$/.test(arg.text())) &&
          unless(RUBY_SEEDED)(call),
      ),
      nodesOf(
        'identifier',
        /^rand$/,
        (node, file) =>
          !/^(?:call|method|method_parameters|block_parameters|keyword_parameter|optional_parameter)$/.test(
            node.parent()?.kind() ?? '',
          ) &&
          node.parent()?.field('left')?.id() !== node.id() &&
          unless(RUBY_SEEDED)({ file }) &&
          file.meanings('rand', node).includes('rand'),
      ),
    ),
    csharp: row(
      'Pass a `Random` in and give tests `new Random(7)`, with the seed in the failure’s message; `Randomizer.Seed` for Bogus.',
      calls('System.Random', takesNothing),
      nodesOf('member_access_expression', /^(?:System\.)?Random\.Shared$/),
      nodesOf('variable_declaration', /^(?:System\.)?Random [A-Za-z0-9_]+[ ]*=[ ]*new\(\)$/),
      calls('System.Security.Cryptography.RandomNumberGenerator.GetInt32'),
      calls(
        'Bogus.Faker AutoFixture.Fixture',
        (call) => takesNothing(call) && unless(/Randomizer\.Seed|UseSeed/)(call),
      ),
    ),
    cpp: row(
      'Pass a generator in and give tests `std::mt19937 gen(7)`, with the seed in the failure’s message.',
      calls(
        'rand std.rand drand48 arc4random arc4random_uniform',
        (call) => call.args.length < 2 && unless(C_SEEDED)(call),
      ),
      // In C++ `random` is more often a method of one's own.
      calls('random', (call) => call.args.length < 2 && call.file.path.endsWith('.c') && unless(C_SEEDED)(call)),
      calls('srand std.srand srandom', ({ args }) => /time|now\(|random_device|getpid/.test(textAt(args[0]))),
      nodesOf(
        'qualified_identifier',
        /^(?:::)?std::random_device$/,
        (node) => node.parent()?.is('qualified_identifier') !== true,
      ),
      nodesOf(
        'declaration',
        /^std::(?:mt19937(?:_64)?|default_random_engine|minstd_rand)[ ]+[A-Za-z0-9_]+[({][^;]*(?:time\(|now\(\))/,
      ),
    ),
    php: row(
      'Pass a `Random\\Randomizer` with `new Mt19937(7)` in, or `mt_srand(7)` before; `$faker->seed(7)` for Faker.',
      calls('rand mt_rand shuffle array_rand str_shuffle', unless(/\b(?:mt_)?srand\(\s*\d/)),
      calls('random_int lcg_value'),
      created(['Randomizer'], (args) => args.length === 0),
      calls(
        'Faker.Factory.create ?.Factory.create',
        ({ node, file }) =>
          /Faker|^Factory::/.test(node.text()) && /Faker/.test(file.text) && !/->seed\(/.test(file.text),
      ),
    ),
  },
};

const isSeededInPython = (file: SourceFile, seed: string): boolean =>
  /\bseed\b/.test(file.text) &&
  pythonCallsIn(file.root).some(
    ({ node, last, callee, args }) => last === 'seed' && args.length > 0 && file.meanings(callee, node).includes(seed),
  );

const isClockSeed = (text: string): boolean => /\btime\.Now\(\)|\bos\.Getpid\(\)/.test(text);

const isSeededInGo = ({ root }: SourceFile): boolean =>
  callsIn(root, '^rand\\.Seed$').some((call) => !isClockSeed(argumentsOf(call)[0]?.text() ?? 'time.Now()'));

function isRandomCommand(node: Node, file: SourceFile): boolean {
  const { name, words: given } = commandOf(node);
  const has = (word: RegExp) => given.some((one) => word.test(one));
  if (isOwn(name, file)) return false;
  if (name === 'uuidgen') return !has(/^--?(?:md5|sha1|n|name)/);
  if (name === 'shuf' || (name === 'sort' && has(/^(?:-\w*R|--random-sort)$/))) return !has(/^--random-source/);
  if (name === 'openssl') return given[0] === 'rand';
  return /^(?:head|cat|dd|tr|od|base64|xxd|hexdump|fold)$/.test(name) && has(/\/dev\/u?random$/);
}
