import { becomesAName } from '../../semantics/becomes-a-name.ts';
import { calls, type LanguageRule } from '../rule.ts';
import { isSinceEpoch, WALL_CLOCKS } from '../wall-clock/rust.ts';

/** Calls that make their result out of what they are given. */
const BUILDS =
  /(?:^|[.:])(?:formatǃ|join|to_string|from|new|push_str|with_file_name|with_extension|Some|Ok|encode|digest|String|PathBuf|hash)$/;

export const rust: LanguageRule = {
  fix: 'Count instead: a `static NEXT: AtomicU64` with `fetch_add(1, Ordering::Relaxed)`; or let `tempfile` or port 0 choose.',
  find: [
    calls(
      [...WALL_CLOCKS, 'std.process.id', 'std.time.Instant.now', 'uuid.Uuid.now_v1', 'uuid.Uuid.now_v7'],
      ({ node, file }) => becomesAName(node, file, BUILDS),
    ),
    calls(['*.elapsed'], ({ node, file }) => isSinceEpoch(node) && becomesAName(node, file, BUILDS)),
  ],
};
