import { heldName, isHandedOn, isLetGo, producer, sharedText, statementOf } from '../../semantics/place.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'End it where failures pass too: `thread.join` or `thread.kill` in `after` or `ensure`; `Process.wait(pid)` for a child.',
  find: [
    calls(['Thread.new', 'Thread.start', 'Thread.fork'], ({ node: made, file }) => {
      const node = producer(made);
      const rest = statementOf(node).text();
      if (/\.(?:join|value|kill|each|map)\b/.test(rest)) return false;
      const name = heldName(node);
      if (name === null) return /^Thread\b/.test(rest);
      return (
        !isHandedOn(name, node, file) &&
        !isLetGo(name, 'join|value|kill|exit|terminate|each|map|wakeup', node, file) &&
        !isKept(name, sharedText(node, file))
      );
    }),
    calls(
      ['fork', 'Process.fork', 'spawn', 'Process.spawn', 'IO.popen'],
      ({ node, name, file }) =>
        !/\b(?:Process\.(?:wait\w*|detach|kill)|waitpid|\.close\b)/.test(sharedText(node, file)) &&
        (name !== 'IO.popen' || node.field('block') === null) &&
        !/^return\b|\.(?:read|each)/.test(statementOf(node).text()) &&
        /^(?:@?\w+\s*=\s*)?(?:fork|spawn|Process|IO)\b/.test(statementOf(node).text()),
    ),
  ],
};

/** In a list that is joined as a whole. */
const isKept = (name: string, text: string): boolean =>
  new RegExp(`<<\\s*${name}\\b|\\[[^\\]]*\\b${name}\\b[^\\]]*\\]\\.each`).test(text);
