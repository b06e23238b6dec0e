import type { SourceFile } from '../../facts/source-file.ts';
import { argumentsOf, callsIn } from '../../semantics/go/around.ts';
import { calls, type LanguageRule } from '../rule.ts';

const THROWS =
  'Int Intn Int31 Int31n Int63 Int63n Uint32 Uint64 Float32 Float64 NormFloat64 ExpFloat64 Perm Shuffle Read'.split(
    ' ',
  );
const THROWS_V2 =
  'Int IntN Int32 Int32N Int64 Int64N Uint Uint32 Uint32N Uint64 Uint64N UintN N Float32 Float64 NormFloat64 ExpFloat64 Perm Shuffle'.split(
    ' ',
  );

export const go: LanguageRule = {
  fix: 'Use `rand.New(rand.NewSource(seed))` (or `rand.NewPCG`) with a seed that the test logs when it fails.',
  find: [
    calls(
      THROWS.map((name) => `math/rand.${name}`),
      ({ file }) => !isSeeded(file),
    ),
    calls(THROWS_V2.map((name) => `math/rand/v2.${name}`)),
    calls(['math/rand.Seed', 'math/rand.NewSource', 'math/rand/v2.NewPCG', 'math/rand/v2.NewChaCha8'], ({ args }) =>
      args.some((argument) => readsClock(argument.text())),
    ),
    calls(['crypto/rand.Int', 'crypto/rand.Prime'], ({ args }) => /\bReader$/.test(args[0]?.text() ?? '')),
    calls([
      'crypto/rand.Read',
      'crypto/rand.Text',
      'github.com/google/uuid.New',
      'github.com/google/uuid.NewString',
      'github.com/google/uuid.NewRandom',
      'github.com/gofrs/uuid.NewV4',
      'github.com/satori/go.uuid.NewV4',
      'github.com/rs/xid.New',
      'github.com/oklog/ulid.Make',
      'github.com/lithammer/shortuuid.New',
    ]),
  ],
};

const readsClock = (text: string): boolean => /\btime\.Now\(\)|\bos\.Getpid\(\)/.test(text);

/** A fixed seed anywhere in the file: who seeds means all of it. */
function isSeeded({ root }: SourceFile): boolean {
  return callsIn(root, '^rand\\.Seed$').some((call) => !readsClock(argumentsOf(call)[0]?.text() ?? 'time.Now()'));
}
