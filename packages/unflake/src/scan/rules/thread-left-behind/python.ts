import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/python/around.ts';
import { callsIn } from '../../semantics/python/calls-in.ts';
import { fateOf, isLetGo } from '../../semantics/python/fate.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const ENDS = /^(?:join|shutdown|terminate|kill|wait|communicate|close|stop|send_signal|cancel)$/;
/** These run from the start; threads and processes do so once they are started. */
const RUNS_AT_ONCE = /(?:Pool|PoolExecutor|Popen)$/;

export const python: LanguageRule = {
  fix: 'Join it (`thread.join()`, `process.wait()`), or use `with ThreadPoolExecutor() as pool:`; `addCleanup` and a fixture’s tear-down do as well.',
  find: [
    calls(
      [
        'threading.Thread',
        'multiprocessing.Process',
        'multiprocessing.Pool',
        'multiprocessing.pool.ThreadPool',
        'concurrent.futures.ThreadPoolExecutor',
        'concurrent.futures.ProcessPoolExecutor',
        'subprocess.Popen',
      ],
      ({ node, name, file }) => functionAround(node) !== null && isLeft(node, name, file),
    ),
  ],
};

function isLeft(creation: Node, name: string, file: SourceFile): boolean {
  const fate = fateOf(creation, file);
  switch (fate.kind) {
    case 'managed':
    case 'handed-on':
    case 'returned':
      return false;
    case 'chained':
      return fate.method === 'start';
    case 'dropped':
      return RUNS_AT_ONCE.test(name);
    case 'kept': {
      const starts = callsIn(fate.where, file).some(
        ({ on, last }) => last === 'start' && (fate.many || fate.names.includes(on ?? '')),
      );
      return (starts || RUNS_AT_ONCE.test(name)) && !isLetGo(fate, ENDS, file);
    }
    default:
      return fate satisfies never;
  }
}
