import { CLOCK, isClock } from '../semantics/csharp.ts';
import { semanticsOf } from '../semantics/index.ts';
import { isSinceEpoch, WALL_CLOCKS } from '../semantics/rust/timing.ts';
import { readsClock } from '../semantics/shell/timing.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

export const nameFromClock: Kind = {
  name: 'name-from-clock',
  cause: { family: 'nondeterminism', kind: 'collision' },
  severity: 'error',
  where: 'anywhere',
  message: 'names something after the clock or the process',
  why: 'Two tests that start at the same instant, or two processes that get the same number, share what should be their own.',
  when: (place, file) => semanticsOf(file).becomesName(place, file),
  languages: {
    python: row(
      'Count instead: `itertools.count()` per process, with the worker’s id in front; or let `tempfile` choose.',
      calls(
        `time.time time.time_ns time.monotonic time.perf_counter time.strftime datetime.datetime.now
           datetime.datetime.utcnow os.getpid uuid.uuid1 threading.get_ident`,
      ),
    ),
    javascript: row(
      'Count instead (`let next = 0; … ${next++}` with the worker’s id in front), or let `fs.mkdtemp` or `crypto.randomUUID` choose.',
      calls('Date.now performance.now perf_hooks.performance.now process.hrtime process.hrtime.bigint uuid.v1'),
      calls('Date moment dayjs', ({ args }) => args.length === 0),
      nodesOf('member_expression', /^process\.pid$/),
    ),
    java: row(
      'Count instead (`AtomicLong.incrementAndGet()` with the fork’s number in front), or let `Files.createTempDirectory`, `@TempDir` or `UUID.randomUUID()` choose.',
      calls(
        `System.currentTimeMillis System.nanoTime
           java.time.Instant.now java.time.LocalDateTime.now java.time.LocalDate.now`,
      ),
      calls('java.util.Date', ({ args }) => args.length === 0),
      calls('*.pid *.getId *.threadId', ({ node }) =>
        /^(?:ProcessHandle\.current|Thread\.currentThread)\(\)/.test(node.text()),
      ),
    ),
    go: row(
      'Count instead: an `atomic.Int64` of the package; or let `t.TempDir()`, `os.MkdirTemp` or port 0 choose.',
      calls('time.Now os.Getpid'),
    ),
    rust: row(
      'Count instead: a `static NEXT: AtomicU64` with `fetch_add(1, Ordering::Relaxed)`; or let `tempfile` or port 0 choose.',
      calls(WALL_CLOCKS),
      calls('std.process.id std.time.Instant.now uuid.Uuid.now_v1 uuid.Uuid.now_v7'),
      calls('*.elapsed', ({ node }) => isSinceEpoch(node)),
    ),
    shell: row(
      'Let `mktemp` choose, use `$BATS_TEST_TMPDIR`, or count.',
      nodesOf('command', /\bdate\b/, readsClock),
      nodesOf('simple_expansion', /^\$(?:\$|EPOCHSECONDS|EPOCHREALTIME|BASHPID)$/),
      // At the end of a word the grammar takes `$$` for a sign.
      nodesOf('concatenation', /\$\$$/, (node) => node.children().filter((part) => part.is('$'))),
    ),
    kotlin: row(
      'Count instead (`AtomicLong.incrementAndGet()` with the fork’s number in front), or let `createTempDirectory()`, `@TempDir` or `UUID.randomUUID()` choose.',
      calls(
        `java.lang.System.currentTimeMillis java.lang.System.nanoTime java.time.Instant.now java.time.LocalDateTime.now
           java.lang.ProcessHandle.current`,
      ),
    ),
    ruby: row(
      'Let `Dir.mktmpdir`, `Tempfile.create` or `SecureRandom.uuid` choose the name, or count: `format("db_%d", counter += 1)`.',
      calls('Time.now Time.current Time.zone.now Process.pid Process.clock_gettime'),
      nodesOf('global_variable', /^\$\$$/),
    ),
    csharp: row(
      'Let `Guid.NewGuid()`, `Directory.CreateTempSubdirectory()` or `Path.GetRandomFileName()` choose, or count with `Interlocked.Increment`.',
      nodesOf('member_access_expression', CLOCK, isClock),
      nodesOf('member_access_expression', /^Environment\.(?:ProcessId|TickCount64?)$/),
    ),
    cpp: row(
      'Let `mkdtemp`, `mkstemp` or GoogleTest’s `testing::TempDir()` with the test’s name choose, or count with an `std::atomic<int>`.',
      calls(
        `time std.time getpid std.chrono.system_clock.now std.chrono.steady_clock.now
           std.chrono.high_resolution_clock.now std.this_thread.get_id`,
      ),
    ),
    php: row(
      'Let `tempnam()`, `bin2hex(random_bytes(8))` or a counter choose the name.',
      calls('time microtime getmypid hrtime uniqid'),
      calls('date', ({ args }) => args.length < 2),
    ),
  },
};
