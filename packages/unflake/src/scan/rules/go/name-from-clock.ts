import { becomesAName } from '../becomes-a-name.ts';
import { calls, type Rule } from '../rule.ts';
import { inFile, inTest } from './sample.ts';

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
  flags: [
    inTest('fmt time', 'dbName := fmt.Sprintf("orders_%d", time.Now().UnixNano())', 'open(t, dbName)'),
    inFile('os strconv', 'func socketPath() string { return "/run/shop-" + strconv.Itoa(os.Getpid()) }'),
    inTest('fmt time', 'now := time.Now().Unix()', 'bucket := fmt.Sprintf("b-%d", now)', 'create(t, bucket)'),
    inTest('os time', 'os.Create("log-" + time.Now().Format("150405"))'),
    inTest('fmt time', 'u := User{Email: fmt.Sprintf("u%d@shop.test", time.Now().UnixNano())}', 'save(t, u)'),
  ],
  allows: [
    inTest('time', 'start := time.Now()', 'work()', 't.Log(time.Since(start))'),
    inTest('time', 'id, err := store.Insert(ctx, time.Now())', 'check(t, id, err)'),
    inTest('time', 'valid := token.Expires.After(time.Now())', 'check(t, valid)'),
    inTest('sync/atomic fmt', 'dbName := fmt.Sprintf("orders_%d", counter.Add(1))', 'open(t, dbName)'),
    inTest('time', 'report := time.Now().Format(time.RFC3339)', 't.Log(report)'),
  ],
};
