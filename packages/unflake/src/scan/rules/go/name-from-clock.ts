import { becomesAName } from '../becomes-a-name.ts';
import { calls, type Rule } from '../rule.ts';

/** Calls that make their result out of what they are given. */
const BUILDS =
  /(?:^|\.)(?:Sprint(?:f|ln)?|Join|Itoa|Format(?:Int|Uint|Float)?|string|u?int(?:32|64)?|byte|EncodeToString|Sum(?:256)?|ReplaceAll|Replace|ToLower|ToUpper|Trim\w*|JoinHostPort|JoinPath)$/;

export const nameFromClock: Rule = {
  id: 'go/name-from-clock',
  cause: { family: 'nondeterminism', kind: 'collision' },
  severity: 'error',
  where: 'anywhere',
  message: 'names something after the clock or the process',
  why: 'Two tests that start at the same instant, or two processes that get the same number, share what should be their own.',
  fix: 'Count instead: an `atomic.Int64` of the package; or let `t.TempDir()`, `os.MkdirTemp` or port 0 choose.',
  find: [calls(['time.Now', 'os.Getpid'], ({ node, file }) => becomesAName(node, file, BUILDS))],
};
