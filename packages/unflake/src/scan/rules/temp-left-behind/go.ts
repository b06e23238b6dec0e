import { argumentsOf, callsIn, functionAround, isMain } from '../../semantics/go/around.ts';
import { givenTo, leaves, usesOf } from '../../semantics/go/variables.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Use `t.TempDir()`, which goes with the test; or `t.Cleanup(func() { os.RemoveAll(dir) })`.',
  find: [
    calls('os.MkdirTemp os.CreateTemp io/ioutil.TempDir io/ioutil.TempFile', ({ node, args, file }) => {
      // In a directory that goes with the test.
      if (/^(?!os\.).*\.TempDir\(\)$/.test(args[0]?.text() ?? '') || isMain(node)) return false;
      const scope = functionAround(node, file);
      const made = givenTo(node)?.[0];
      if (made === undefined || made === '_' || made.includes('.')) return false;
      const directory = args[0]?.text() ?? '';
      const removed = callsIn(scope, '^os\\.(?:RemoveAll|Remove)$').some((call) =>
        argumentsOf(call).some((argument) => usesOf(made, argument).length > 0 || argument.text() === directory),
      );
      const ownDirectory = args[0]?.is('identifier') && isOwned(directory, scope);
      return !removed && !ownDirectory && !isReturned(made, scope);
    }),
  ],
};

/** A variable that holds the test's own directory. */
const isOwned = (name: string, scope: Node): boolean =>
  scope.find({ rule: { kind: 'short_var_declaration', regex: `^${name}\\b.*\\.TempDir\\(\\)$` } }) !== null;

/** Whoever calls may remove it; a function that is only given the path does not. */
const isReturned = (name: string, scope: Node): boolean =>
  leaves(name, scope) &&
  scope.findAll({ rule: { kind: 'return_statement' } }).some((node) => usesOf(name, node).length > 0);
