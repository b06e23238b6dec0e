import type { SourceFile } from '../../facts/source-file.ts';
import { hookAround, isInAfterHook } from '../../semantics/javascript/around.ts';
import { isAfter, quoted, testNode, undone } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const RESTORES_ALL =
  '^process\\.env[ \\n]*=|^(?:Object\\.assign|Reflect\\.[A-Za-z0-9_]+)\\(process\\.env|\\b(?:unstubAllEnvs|restoreEnv|resetEnv|mockedEnv|restoreAll)\\b';

export const javascript: LanguageRule = {
  fix: 'Put it back where failures pass too: `vi.stubEnv` with `vi.unstubAllEnvs()`, or save the value and restore it in `afterEach`.',
  find: [
    nodesOf(
      'assignment_expression',
      /^process\.env(?:\.|\[)/,
      (node, file) => isChange(node, file) && !isRestored(node, node.field('left')?.text() ?? '', file),
    ),
    nodesOf('unary_expression', /^delete process\.env/, (node, file) => {
      const left = node.text().replace(/^delete\s+/, '');
      return (
        testNode(node, file) !== null &&
        isChange(node, file) &&
        !isRestored(node, left, file) &&
        !isCleanup(node, left, file)
      );
    }),
    calls('process.chdir', ({ node, args, file }) => {
      if (
        !isChange(node, file) ||
        /^(?:original|old|previous|prev|saved|start|initial|before|cwd|back|home)/i.test(args[0]?.text() ?? '')
      )
        return false;
      return !undone(
        node,
        file,
        { rule: { kind: 'call_expression', regex: '^process\\.chdir\\(' } },
        (other) => isAfter(other, node) || isInAfterHook(other),
      );
    }),
    calls(
      'vi.stubEnv vitest.vi.stubEnv',
      ({ node, file }) => !undone(node, file, { rule: { kind: 'call_expression', regex: 'unstubAllEnvs\\(\\)$' } }),
    ),
    calls(
      'Object.assign',
      ({ node, args, file }) =>
        args[0]?.text() === 'process.env' && isChange(node, file) && !isRestored(node, 'process.env', file),
    ),
  ],
};

/** In a test or a hook, and not what puts things back. */
function isChange(node: Node, file: SourceFile): boolean {
  if (testNode(node, file) === null && hookAround(node) === null) return false;
  return !isInAfterHook(node) && nearest(node, ['finally_clause']) === null;
}

function isRestored(node: Node, left: string, file: SourceFile): boolean {
  const word = /(\w+)["'\]]*$/.exec(left)?.[1] ?? '';
  const value = node.field('right');
  if (value?.is('identifier') && new RegExp(`\\b${quoted(value.text())}\\b\\s*=\\s*process\\.env`).test(file.text))
    return true;
  const same = {
    rule: {
      any: [
        { kind: 'assignment_expression', regex: `^process\\.env(?:\\.|\\[["'\`]?)${quoted(word)}\\b` },
        { kind: 'unary_expression', regex: `^delete process\\.env(?:\\.|\\[["'\`]?)${quoted(word)}\\b` },
      ],
    },
  };
  if (undone(node, file, same, (other) => isAfter(other, node) || isInAfterHook(other))) return true;
  // Name by name, from what was saved.
  const each = { rule: { kind: 'assignment_expression', regex: '^process\\.env\\[[A-Za-z]+\\] *=' } };
  const putsBack = (other: Node) => isInAfterHook(other) || nearest(other, ['finally_clause']) !== null;
  if (undone(node, file, each, putsBack)) return true;
  return undone(
    node,
    file,
    {
      rule: {
        any: [
          { kind: 'assignment_expression', regex: RESTORES_ALL },
          { kind: 'call_expression', regex: RESTORES_ALL },
        ],
      },
    },
    (other) => !hasInside(other, node),
  );
}

const hasInside = (outer: Node, inner: Node): boolean => outer.start() <= inner.start() && outer.end() >= inner.end();

/** Takes away what the same test has set. */
function isCleanup(node: Node, left: string, file: SourceFile): boolean {
  return undone(node, file, { rule: { kind: 'assignment_expression', regex: `^${quoted(left)}\\s*=` } }, (other) =>
    isAfter(node, other),
  );
}
