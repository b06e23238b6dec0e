import type { SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { isAfter, quoted, testNode, undone } from '../undone.ts';
import { calledName, hookAround, isInAfterHook } from './around.ts';
import { holderOf } from './held.ts';

const RESTORES =
  /^(?:restoreAllMocks|mockRestore|restore|restoreAll|reset|resetModules|unstubAllGlobals|verifyAndRestore)$/;
const REAL_TIMERS = /^(?:useRealTimers|restore|uninstall|reset|restoreAll|disable)$/;
const GLOBALS =
  '^(?:global|globalThis|window|console|Date|Math|process\\.(?:stdout|stderr)|crypto|performance|navigator|document|localStorage|(?:Array|String|Object|Promise|Date)\\.prototype)\\.[A-Za-z0-9_]+[ \\n]*=[^=]';

export const mockLeftBehind: Rule = {
  id: 'javascript/mock-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'replaces something that everybody uses and does not put it back',
  why: 'The tests that run later in this process meet the replacement, its recorded calls, or a clock that stands still.',
  fix: 'Put it back where failures pass too: `afterEach(() => vi.restoreAllMocks())` and `vi.useRealTimers()`, `sinon.restore()`, or `t.mock` of node:test, which ends with its test.',
  find: [
    calls(
      [
        'jest.spyOn',
        '@jest/globals.jest.spyOn',
        'vi.spyOn',
        'vitest.vi.spyOn',
        'sinon.spy',
        'sinon.stub',
        'sinon.replace',
        'test.mock.method',
        'mock.method',
        'test.mock.getter',
        'vi.stubGlobal',
        'vitest.vi.stubGlobal',
      ],
      ({ node, args, file }) => args.length >= 2 && !isRestored(node, file, RESTORES),
    ),
    calls(
      [
        'jest.useFakeTimers',
        '@jest/globals.jest.useFakeTimers',
        'vi.useFakeTimers',
        'vitest.vi.useFakeTimers',
        'sinon.useFakeTimers',
        'test.mock.timers.enable',
        'mock.timers.enable',
        '@sinonjs/fake-timers.install',
      ],
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
  flags: [
    'test("logs", () => {\n  jest.spyOn(console, "log").mockImplementation(() => {});\n  run();\n  expect(console.log).toHaveBeenCalled();\n});\n',
    'import { vi } from "vitest";\nbeforeEach(() => {\n  vi.useFakeTimers();\n});\ntest("ticks", () => {\n  vi.advanceTimersByTime(10);\n  expect(ticks).toBe(1);\n});\n',
    'import sinon from "sinon";\nit("saves", () => {\n  const save = sinon.stub(store, "save");\n  run();\n  sinon.assert.calledOnce(save);\n});\n',
    'test("loads", async () => {\n  global.fetch = jest.fn().mockResolvedValue({ ok: true });\n  expect(await load()).toBe(true);\n});\n',
    'import { mock, test } from "node:test";\ntest("saves", () => {\n  mock.method(store, "save", () => 1);\n  assert.equal(run(), 1);\n});\n',
  ],
  allows: [
    'afterEach(() => {\n  jest.restoreAllMocks();\n});\ntest("logs", () => {\n  jest.spyOn(console, "log").mockImplementation(() => {});\n  expect(run()).toBe(1);\n});\n',
    'test("saves", (t) => {\n  t.mock.method(store, "save", () => 1);\n  assert.equal(run(), 1);\n});\n',
    'test("ticks", () => {\n  const clock = sinon.useFakeTimers();\n  clock.tick(10);\n  expect(ticks).toBe(1);\n  clock.restore();\n});\n',
    'const realFetch = global.fetch;\nafterAll(() => {\n  global.fetch = realFetch;\n});\ntest("loads", async () => {\n  global.fetch = fake;\n  expect(await load()).toBe(true);\n});\n',
    'test("calls back", () => {\n  const seen = jest.fn();\n  each([1], seen);\n  expect(seen).toHaveBeenCalledWith(1);\n});\n',
    'import { vi } from "vitest";\ntest("logs", () => {\n  const log = vi.spyOn(console, "log").mockReturnValue();\n  run();\n  expect(log).toHaveBeenCalled();\n  log.mockRestore();\n});\n',
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
