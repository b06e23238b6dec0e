import { becomesAName } from '../../semantics/becomes-a-name.ts';
import { calls, type LanguageRule } from '../rule.ts';

/** Calls that make their result out of what they are given. */
const BUILDS =
  /(?:^|\.)(?:Sprint(?:f|ln)?|Join|Itoa|Format(?:Int|Uint|Float)?|string|u?int(?:32|64)?|byte|EncodeToString|Sum(?:256)?|ReplaceAll|Replace|ToLower|ToUpper|Trim\w*|JoinHostPort|JoinPath)$/;

export const go: LanguageRule = {
  fix: 'Count instead: an `atomic.Int64` of the package; or let `t.TempDir()`, `os.MkdirTemp` or port 0 choose.',
  find: [calls(['time.Now', 'os.Getpid'], ({ node, file }) => becomesAName(node, file, BUILDS))],
};
