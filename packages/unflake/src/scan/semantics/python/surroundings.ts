/** What of a Python test's surroundings is settled: the working directory, the home. */
import type { Node } from '../../facts/source-file.ts';
import { circumstances, classAround, functionAround, isSetUp } from './around.ts';
import { type CallIn, callsIn } from './calls-in.ts';

/** What of a test's surroundings says which directory, or which home, there is. */
const SETTLED = {
  cwd: {
    around: /\bchdir\b|isolated_filesystem|\bfs\b|in_tmp|cwd/,
    call: /^(?:chdir|isolated_filesystem)$/,
    args: /(?:)/,
  },
  home: { around: /patch\.dict|\b(?:fake_)?home\b|\bfs\b/, call: /^(?:setenv|dict|update)$/, args: /HOME/ },
} as const;

/** Unless the test, or the set-up of its class, has settled it first. */
export function isFree(node: Node, what: keyof typeof SETTLED): boolean {
  const { around: guards, call, args: wanted } = SETTLED[what];
  const around = functionAround(node);
  if (around === null || circumstances(node).some((text) => guards.test(text))) return false;
  const setUps = (classAround(node)?.findAll({ rule: { kind: 'function_definition' } }) ?? []).filter(isSetUp);
  const settles = ({ last, args }: CallIn) =>
    call.test(last) && (args.length === 0 || args.some((arg) => wanted.test(arg.text())));
  return ![around, ...setUps].some((place) => callsIn(place).some(settles));
}
