import type { SourceFile } from '../../facts/source-file.ts';
import { AMPERSAND, isBackground, isDummy, isTimer, STATEMENTS } from '../../semantics/shell/background.ts';
import { commandOf, commandsIn, functionAround, isOwn, isTest } from '../../semantics/shell/command.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Wait before you look: `wait "$pid"`, or `until condition; do sleep 0.1; done`.',
  find: [
    nodesOf('test_command', null, isTooEarly, AMPERSAND),
    nodesOf('command', /^(?:run|assert\w*|test|refute\w*)\b/, isTooEarly, AMPERSAND),
  ],
};

const WAITS = /^(?:wait\w*|sleep|until\w*|kill|poll\w*|eventually|retry)$/;

function isTooEarly(check: Node, file: SourceFile): boolean {
  const test = functionAround(check);
  if (test === null || !isTest(test)) return false;
  const at = check.start();
  const begun = startedIn(test, file)
    .filter((node) => node.end() < at)
    .at(-1);
  if (begun === undefined) return false;
  const from = begun.end();
  const isBetween = (node: Node) => node.start() >= from && node.start() < at;
  if (commandsIn(test, file).some(({ node, name }) => isBetween(node) && (WAITS.test(name) || isOwnWait(name, file))))
    return false;
  if (
    test.findAll({ rule: { any: [{ kind: 'while_statement' }, { kind: 'for_statement' }] } } as never).some(isBetween)
  )
    return false;
  if (test.findAll({ rule: { kind: 'test_command' } }).some(isBetween)) return false;
  if (commandsIn(test, file).some(({ node, isRun }) => isRun && isBetween(node))) return false;
  return !(check.is('command') && WAITS.test(commandOf(check).name));
}

const isOwnWait = (name: string, file: SourceFile): boolean => isOwn(name, file) && /wait|until|ready/.test(name);

const known = new WeakMap<SourceFile, Map<number, readonly Node[]>>();

/** Found once a test, because every check asks. */
function startedIn(test: Node, file: SourceFile): readonly Node[] {
  const ofFile = known.get(file) ?? new Map<number, readonly Node[]>();
  known.set(file, ofFile);
  const found = ofFile.get(test.id()) ?? backgroundOf(test);
  ofFile.set(test.id(), found);
  return found;
}

function backgroundOf(test: Node): readonly Node[] {
  const all = test.findAll({ rule: { any: STATEMENTS.map((kind) => ({ kind })) } } as never);
  return all.filter((node) => isBackground(node) && !isTimer(node) && !isDummy(node));
}
