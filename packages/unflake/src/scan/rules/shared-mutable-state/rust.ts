import type { SourceFile } from '../../facts/source-file.ts';
import { attributesOf, calleeOf, functionAround, isTest } from '../../semantics/rust/around.ts';
import { givenTo } from '../../semantics/rust/chains.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf, words } from '../rule.ts';

const CHANGES = words('push insert remove clear extend pop push_str retain drain append truncate push_back entry');

export const rust: LanguageRule = {
  fix: 'Make the value local to the test and pass it in, or keep it in a `thread_local!`.',
  find: [
    calls(
      CHANGES.map((name) => `*.${name}`),
      ({ node, file }) => {
        const name = /^(\w+)\s*\.(?:lock|write|borrow_mut|get_mut)\(\)/.exec(calleeOf(node))?.[1];
        return name !== undefined && isChangedByTest(name, node, file);
      },
    ),
    calls('*.store *.fetch_add *.fetch_sub *.swap', ({ node, file }) => {
      const name = /^(\w+)\s*\.\w+$/.exec(calleeOf(node))?.[1];
      // A number that is used is a number of the test's own.
      return name !== undefined && givenTo(node) === '' && isChangedByTest(name, node, file);
    }),
    nodesOf('assignment_expression', null, (node, file) => isWritten(node, file)),
    nodesOf('compound_assignment_expr', null, (node, file) => isWritten(node, file)),
  ],
};

function isWritten(assignment: Node, file: SourceFile): boolean {
  const name = /^\*?\(?\*?(\w+)/.exec(assignment.field('left')?.text() ?? '')?.[1];
  return name !== undefined && isChangedByTest(name, assignment, file);
}

/** By a test that does not run alone, or does not begin by emptying it. */
function isChangedByTest(name: string, change: Node, file: SourceFile): boolean {
  if (!/^[A-Z][A-Z\d_]*$/.test(name) || !isStatic(name, file)) return false;
  const scope = functionAround(change, file);
  if (!isTest(scope, file)) return false;
  return !attributesOf(scope).some((text) => /serial/.test(text));
}

function isStatic(name: string, { root }: SourceFile): boolean {
  const found = root.find({ rule: { kind: 'static_item', has: { field: 'name', regex: `^${name}$` } } });
  if (found !== null) return true;
  return (
    root.find({
      rule: { kind: 'macro_invocation', regex: `^(?:lazy_static::)?lazy_static![\\s\\S]*static ref ${name}\\b` },
    }) !== null
  );
}
