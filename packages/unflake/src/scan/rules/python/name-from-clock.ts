import type { Node } from '../../syntax/parser.ts';
import { becomesAName } from '../becomes-a-name.ts';
import { calls, type Rule } from '../rule.ts';

export const nameFromClock: Rule = {
  id: 'python/name-from-clock',
  cause: { family: 'nondeterminism', kind: 'collision' },
  severity: 'error',
  where: 'anywhere',
  message: 'names something after the clock or the process',
  why: 'Two tests that start at the same instant, or two processes that get the same number, share what should be their own.',
  fix: 'Count instead: `itertools.count()` per process, with the worker’s id in front; or let `tempfile` choose.',
  find: [
    calls(
      [
        'time.time',
        'time.time_ns',
        'time.monotonic',
        'time.perf_counter',
        'time.strftime',
        'datetime.datetime.now',
        'datetime.datetime.utcnow',
        'os.getpid',
        'uuid.uuid1',
        'threading.get_ident',
      ],
      ({ node, file }) => becomesAName(node, file) && !saysWhoRuns(node),
    ),
  ],
};

/** `{"thread_id": get_ident()}` reports the number and names nothing by it. */
function saysWhoRuns(node: Node): boolean {
  const outer = node.parent();
  const target = outer?.field('key') ?? outer?.field('left') ?? outer?.field('name');
  return target != null && /(?:thread|process|pid)/i.test(target.text()) && !/name|path|file|dir/i.test(target.text());
}
