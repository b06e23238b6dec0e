import type { SourceFile } from '../../facts/source-file.ts';
import { classAround, functionAround, scopeAround } from '../../semantics/python/around.ts';
import { callsIn } from '../../semantics/python/calls-in.ts';
import { fateOf, isLetGo } from '../../semantics/python/fate.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const ENDS = /^(?:cancel|join)$/;

export const python: LanguageRule = {
  fix: 'Cancel it when the test ends: `self.addCleanup(timer.cancel)`, `handle.cancel()`, `signal.alarm(0)` in a `finally`.',
  find: [
    calls(['threading.Timer'], ({ node, file }) => functionAround(node) !== null && isLeft(node, file, 'started')),
    calls(
      ['*.call_later', '*.call_at'],
      ({ node, file }) => functionAround(node) !== null && isLeft(node, file, 'at once'),
    ),
    calls(['signal.alarm', 'signal.setitimer'], ({ node, name, args, file }) => {
      if (args.some((arg) => arg.text() === '0')) return false;
      const where = classAround(node) ?? scopeAround(node, file);
      const method = name.slice('signal.'.length);
      return !callsIn(where, file).some(
        ({ last, args: given }) =>
          (last === method || last === 'addCleanup') && given.some((arg) => arg.text() === '0'),
      );
    }),
  ],
};

function isLeft(creation: Node, file: SourceFile, runs: 'at once' | 'started'): boolean {
  const fate = fateOf(creation, file);
  if (fate.kind === 'chained') return fate.method === 'start';
  if (fate.kind === 'dropped') return runs === 'at once';
  if (fate.kind !== 'kept') return false;
  const isStarted = callsIn(fate.where, file).some(({ on, last }) => last === 'start' && fate.names.includes(on ?? ''));
  return (runs === 'at once' || isStarted) && !isLetGo(fate, ENDS, file);
}
