import { becomesAName } from '../becomes-a-name.ts';
import { calls, type Rule } from '../rule.ts';
import { inFile, inTest } from './sample.ts';
import { isSinceEpoch, WALL_CLOCKS } from './wall-clock.ts';

/** Calls that make their result out of what they are given. */
const BUILDS =
  /(?:^|[.:])(?:formatǃ|join|to_string|from|new|push_str|with_file_name|with_extension|Some|Ok|encode|digest|String|PathBuf|hash)$/;

export const nameFromClock: Rule = {
  id: 'rust/name-from-clock',
  cause: { family: 'nondeterminism', kind: 'collision' },
  severity: 'error',
  where: 'anywhere',
  message: 'names something after the clock or the process',
  why: 'Two tests that start at the same instant, or two processes that get the same number, share what should be their own.',
  fix: 'Count instead: a `static NEXT: AtomicU64` with `fetch_add(1, Ordering::Relaxed)`; or let `tempfile` or port 0 choose.',
  find: [
    calls(
      [...WALL_CLOCKS, 'std.process.id', 'std.time.Instant.now', 'uuid.Uuid.now_v1', 'uuid.Uuid.now_v7'],
      ({ node, file }) => becomesAName(node, file, BUILDS),
    ),
    calls(['*.elapsed'], ({ node, file }) => isSinceEpoch(node) && becomesAName(node, file, BUILDS)),
  ],
  flags: [
    inFile(
      'std::time::{SystemTime,UNIX_EPOCH}',
      'fn open() -> Db {\n    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();\n    let db_name = format!("memdb_{nanos}");\n    Db::open(&db_name)\n}',
    ),
    inTest('', 'let path = dir.join(format!("shop-{}.db", std::process::id()));', 'assert!(open(&path).is_ok());'),
    inFile(
      'std::time::{SystemTime,UNIX_EPOCH}',
      'fn session_token() -> String {\n    format!("s_{}", SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos())\n}',
    ),
    inTest(
      'chrono::Utc',
      'let user = User { email: format!("u{}@shop.test", Utc::now().timestamp()), age: 3 };',
      'assert!(save(user));',
    ),
  ],
  allows: [
    inTest('std::time::Instant', 'let start = Instant::now();', 'work();', 'assert!(start.elapsed().as_secs() < 60);'),
    inTest('chrono::Utc', 'let id = store.insert(Utc::now());', 'assert!(store.has(id));'),
    inTest('chrono::Utc', 'let valid = token.expires > Utc::now();', 'assert!(valid);'),
    inFile(
      'std::sync::atomic::{AtomicU64,Ordering}',
      'static NEXT: AtomicU64 = AtomicU64::new(0);',
      'fn db_name() -> String { format!("db_{}", NEXT.fetch_add(1, Ordering::Relaxed)) }',
    ),
    inTest('', 'println!("running as {}", std::process::id());', 'assert!(works());'),
  ],
};
