import { becomesAName } from '../../semantics/becomes-a-name.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
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
