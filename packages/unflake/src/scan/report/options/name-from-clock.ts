import type { KindOptions } from './kind-options.ts';

export const nameFromClock: KindOptions = {
  goal: 'Names are unique by construction, and the same in every run.',
  options: [
    {
      name: 'an atomic counter',
      code: {
        rust: `use std::sync::atomic::{AtomicU64, Ordering};

static NEXT_NAME: AtomicU64 = AtomicU64::new(0);

fn fresh_name() -> String {
    format!("memdb_{}", NEXT_NAME.fetch_add(1, Ordering::Relaxed))
}`,
        python: `import itertools

_numbers = itertools.count()

def fresh_name():
    return f"db_{next(_numbers)}"`,
        javascript: `let names = 0;

export function freshName(): string {
  names += 1;
  return \`db_\${names}\`;
}`,
        go: `var names atomic.Uint64

func freshName() string {
	return fmt.Sprintf("db_%d", names.Add(1))
}`,
        java: `private static final AtomicLong NAMES = new AtomicLong();

static String freshName() {
    return "db_" + NAMES.incrementAndGet();
}`,
        shell: `names=0

fresh_name() {
  names=$((names + 1))
  name="db_$names"
}`,
        kotlin: `private val names = AtomicLong()

fun freshName(): String = "db_" + names.incrementAndGet()`,
        ruby: `NAMES = Enumerator.produce(0, &:succ)

def fresh_name
  "db_#{NAMES.next}"
end`,
        csharp: `static long names;

static string FreshName() => "db_" + Interlocked.Increment(ref names);`,
        cpp: `static std::atomic<unsigned long> names{0};

std::string fresh_name() {
    return "db_" + std::to_string(++names);
}`,
        php: `final class Names
{
    private static int $count = 0;

    public static function fresh(): string
    {
        return 'db_' . ++self::$count;
    }
}`,
      },
      pros: ['deterministic', 'unique in the process, whatever runs side by side', 'fast'],
      cons: [
        'state of the process, which is fine in test infrastructure',
        'what several processes share needs the process in the name too, or a place of its own per process',
      ],
    },
    {
      name: 'let the system choose',
      code: {
        rust: `fn fresh_file() -> std::io::Result<tempfile::NamedTempFile> {
    tempfile::NamedTempFile::new()
}`,
        python: `import tempfile

def fresh_file():
    return tempfile.NamedTemporaryFile(suffix=".db")`,
        javascript: `import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'db-'));`,
        go: `func freshFolder(t *testing.T) string {
	return t.TempDir()
}`,
        java: `static Path freshFile() throws IOException {
    return Files.createTempFile("db", ".sqlite");
}`,
        shell: `fresh_folder() {
  mktemp -d
}`,
      },
      pros: ['unique on the whole machine, across processes', 'nothing to count'],
      cons: ['only for files and folders', 'another name in every run'],
    },
    {
      name: 'a random id',
      code: {
        rust: `fn fresh_name() -> String {
    format!("memdb_{}", uuid::Uuid::new_v4())
}`,
        python: `import uuid

def fresh_name():
    return f"db_{uuid.uuid4().hex}"`,
        javascript: `import { randomUUID } from 'node:crypto';

export const freshName = (): string => \`db_\${randomUUID()}\`;`,
        go: `func freshName() string {
	return "db_" + uuid.NewString()
}`,
        java: `static String freshName() {
    return "db_" + UUID.randomUUID();
}`,
      },
      pros: ['collisions are out of reach, across machines too'],
      cons: ['still another name in every run: a failure cannot be had again by its name'],
    },
  ],
};
