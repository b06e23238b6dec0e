import type { SourceFile } from '../../facts/source-file.ts';
import { calledName, hookAround, isInAfterHook } from '../../semantics/javascript/around.ts';
import { holderOf } from '../../semantics/javascript/held.ts';
import { isAfter, quoted, testNode, undone } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

const RESTORES =
  /^(?:restoreAllMocks|mockRestore|restore|restoreAll|reset|resetModules|unstubAllGlobals|verifyAndRestore)$/;
const REAL_TIMERS = /^(?:useRealTimers|restore|uninstall|reset|restoreAll|disable)$/;
const GLOBALS =
  '^(?:global|globalThis|window|console|Date|Math|process\\.(?:stdout|stderr)|crypto|performance|navigator|document|localStorage|(?:Array|String|Object|Promise|Date)\\.prototype)\\.[A-Za-z0-9_]+[ \\n]*=[^=]';

export const javascript: LanguageRule = {
  fix: 'Put it back where failures pass too: `afterEach(() => vi.restoreAllMocks())` and `vi.useRealTimers()`, `sinon.restore()`, or `t.mock` of node:test, which ends with its test.',
  find: [
    calls(
      `jest.spyOn @jest/globals.jest.spyOn vi.spyOn vitest.vi.spyOn sinon.spy sinon.stub sinon.replace
       test.mock.method mock.method test.mock.getter vi.stubGlobal vitest.vi.stubGlobal`,
      ({ node, args, file }) => args.length >= 2 && !isRestored(node, file, RESTORES),
    ),
    calls(
      `jest.useFakeTimers @jest/globals.jest.useFakeTimers vi.useFakeTimers vitest.vi.useFakeTimers
       sinon.useFakeTimers test.mock.timers.enable mock.timers.enable @sinonjs/fake-timers.install`,
      ({ node, file }) =>
        (testNode(node, file) !== null || hookAround(node) !== null) && !isRestored(node, file, REAL_TIMERS),
    ),
    nodes({ rule: { kind: 'assignment_expression', regex: GLOBALS } }, (node, file) => {
      if (isInAfterHook(node) || nearest(node, ['finally_clause']) !== null) return false;
      if (testNode(node, file) === null && hookAround(node) === null) return false;
      const left = node.field('left')!.text();
      return !undone(
        node,
        file,
        {
          rule: {
            any: [
              { kind: 'assignment_expression', regex: `^${quoted(left)}\\s*=` },
              { kind: 'unary_expression', regex: `^delete ${quoted(left)}` },
            ],
          },
        },
        (other) => isAfter(other, node) || isInAfterHook(other),
      );
    }),
  ],
};

/** By the runner for all, by the library for all, or on the very thing that was made. */
function isRestored(node: Node, file: SourceFile, by: RegExp): boolean {
  const holder = holderOf(node);
  return undone(node, file, { rule: { kind: 'call_expression' } }, (other) => {
    if (!by.test(calledName(other))) return false;
    const on = other.field('function')?.text() ?? '';
    if (/^(?:jest|vi|sinon|mock|sandbox|t\.mock)\b/.test(on)) return true;
    return holder.kind === 'name'
      ? new RegExp(`(?:^|\\.)${quoted(holder.name)}[?!]?\\.`).test(on)
      : /\bmockRestore$|^(?:console|Math|Date|global|globalThis)\b/.test(on) || holder.kind === 'elsewhere';
  });
}
