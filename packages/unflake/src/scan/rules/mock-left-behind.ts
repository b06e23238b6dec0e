import type { Node, SourceFile } from '../facts/source-file.ts';
import { callsIn } from '../semantics/calls.ts';
import { isAtTheEnd, isMain } from '../semantics/go/around.ts';
import { isPutBack, packageVariables } from '../semantics/go/left-behind.ts';
import { givenTo } from '../semantics/go/variables.ts';
import { holderOf } from '../semantics/held.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { calledName, hookAround } from '../semantics/javascript/around.ts';
import { classAround, functionAround } from '../semantics/python/around.ts';
import { callOf, callsIn as pythonCallsIn } from '../semantics/python/calls-in.ts';
import { mentions } from '../semantics/python/fate.ts';
import { assignmentsTo } from '../semantics/python/outline.ts';
import { nameOf } from '../semantics/shell/command.ts';
import { leaks } from '../semantics/shell/left-behind.ts';
import { staysBehind } from '../semantics/stays-behind.ts';
import { givesBack, isAfter, quoted, re, testNode, undone } from '../semantics/undone.ts';
import { named } from '../syntax/node.ts';
import { notRestored } from './left-behind.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

const PATCHES = /(?:^|\.)(?:patch|patch\.\w+|freeze_time|travel|MonkeyPatch)$/;
const RESTORES =
  /^(?:restoreAllMocks|mockRestore|restore|restoreAll|reset|resetModules|unstubAllGlobals|verifyAndRestore)$/;

const REAL_TIMERS = /^(?:useRealTimers|restore|uninstall|reset|restoreAll|disable)$/;

const GLOBALS =
  '^(?:global|globalThis|window|console|Date|Math|process\\.(?:stdout|stderr)|crypto|performance|navigator|document|localStorage|(?:Array|String|Object|Promise|Date)\\.prototype)\\.[A-Za-z0-9_]+[ \\n]*=[^=]';
/** Variables of packages that tests like to replace. */
const OF_OTHERS =
  /^(?:http\.Default(?:Client|Transport|ServeMux)|http\.DefaultClient\.\w+|os\.(?:Args|Stdout|Stderr|Stdin)|flag\.CommandLine|log\.Default|time\.Local|rand\.Reader|slog\.Default)$/;

export const mockLeftBehind: Kind = {
  name: 'mock-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'replaces something for the whole process and does not restore it',
  why: 'Tests that run later, or in parallel, get the replacement instead of the real thing.',
  // Runners of other languages may be told to restore for all tests.
  isSure: (place, file) => file.language === 'go' && staysBehind(place, file) && !isGivenBack(place, file),
  languages: {
    python: row(
      'Use `monkeypatch.setattr`, `with mock.patch(…):`, or `self.addCleanup(patcher.stop)` right after `start()`.',
      calls(
        '*.start',
        ({ node, file }) => functionAround(node) !== null && isPatcher(node, file) && !isStopped(node, file),
      ),
      nodesOf('assignment', /^[A-Za-z_][\w.]*\.\w+ *=[^=]/, (node, file) => {
        const target = node.text().startsWith('self.') ? null : node.field('left');
        return (
          target?.is('attribute') === true &&
          // What a mock is to answer ends with the mock.
          !/\.(?:return_value|side_effect)$/.test(target.text()) &&
          // They end with their request or context.
          !/(?:^|\.)(?:g|session|request|current_app)\.\w+$/.test(target.text()) &&
          !givesBack(node, file) &&
          isImported(target, file) &&
          isLeftInPython(node, target.text(), file)
        );
      }),
      nodesOf('assignment', /modules\[/, (node, file) => {
        const held = node.field('left')?.field('value');
        const isModules = held != null && file.meanings(held.text(), held).includes('sys.modules');
        return isModules && isLeftInPython(node, 'sys.modules', file);
      }),
      calls('setattr', ({ node, args: [target], file }) => {
        const isModule = target?.is('identifier') === true && file.imports.names.has(target.text());
        return isModule && isLeftInPython(node, target.text(), file);
      }),
    ),
    javascript: row(
      'Put it back where failures pass too: `afterEach(() => vi.restoreAllMocks())` and `vi.useRealTimers()`, `sinon.restore()`, or `t.mock` of node:test, which ends with its test.',
      calls(
        `jest.spyOn @jest/globals.jest.spyOn vi.spyOn vitest.vi.spyOn sinon.spy sinon.stub sinon.replace test.mock.method
           mock.method test.mock.getter vi.stubGlobal vitest.vi.stubGlobal`,
        ({ node, args, file }) => args.length >= 2 && !isUndone(node, file, RESTORES),
      ),
      calls(
        `jest.useFakeTimers @jest/globals.jest.useFakeTimers vi.useFakeTimers vitest.vi.useFakeTimers sinon.useFakeTimers
           test.mock.timers.enable mock.timers.enable @sinonjs/fake-timers.install`,
        ({ node, file }) =>
          (testNode(node, file) !== null || hookAround(node) !== null) && !isUndone(node, file, REAL_TIMERS),
      ),
      nodesOf('assignment_expression', new RegExp(GLOBALS), (node, file) => {
        const target = quoted(node.field('left')!.text());
        return !givesBack(node, file) && notRestored(re`^${target}\s*=|^delete ${target}`)({ node, file });
      }),
    ),
    java: row(
      'Open it in try-with-resources (`try (var mocked = mockStatic(…))`), or put it back in `@AfterEach`.',
      calls(
        `org.mockito.Mockito.mockStatic org.mockito.Mockito.mockConstruction
           org.mockito.Mockito.mockConstructionWithAnswer mockStatic mockConstruction`,
        ({ node, file }) => !semanticsOf(file).isReleased(node, file, { methods: 'close|closeOnDemand' }),
      ),
      calls('System.setOut System.setErr System.setIn System.setSecurityManager', (call) =>
        notRestored(re`^${quoted(call.name)}\(`)(call),
      ),
    ),
    go: row(
      'Keep the old one and put it back: `old := now; t.Cleanup(func() { now = old })`; better, pass the dependency in.',
      nodesOf('assignment_statement', null, (assignment, file) => {
        const target = named(assignment.field('left'))[0];
        if (target === undefined || !replaces(assignment, target, file)) return false;
        return !isMain(assignment) && !isAtTheEnd(assignment) && !isPutBack(target.text(), assignment, file);
      }),
      calls(
        'github.com/jarcoal/httpmock.Activate',
        (call) => call.args.length === 0 && !isCalled('^httpmock\\.Deactivate', call),
      ),
      calls(
        'github.com/h2non/gock.New',
        ({ file }) =>
          !/\bgock\.(?:Off|Rest|Disa)/.test(file.text) ||
          callsIn(file.root, '^gock\\.(?:Off|OffAll|RestoreClient|DisableNetworking)').length === 0,
      ),
      calls('bou.ke/monkey.Patch bou.ke/monkey.PatchInstanceMethod', (call) => !isCalled('^monkey\\.Unpatch', call)),
      calls(
        `github.com/agiledragon/gomonkey.ApplyFunc github.com/agiledragon/gomonkey.ApplyMethod
           github.com/agiledragon/gomonkey.ApplyGlobalVar`,
        ({ node, file }) =>
          givenTo(node)?.length === 0 || !semanticsOf(file).isReleased(node, file, { methods: 'Reset' }),
      ),
      calls('log.SetOutput log/slog.SetDefault log.SetFlags', (call) =>
        notRestored(re`\.${call.name.slice(call.name.lastIndexOf('.') + 1)}$`)(call),
      ),
    ),
    rust: row(
      'Use what ends with a scope: `tracing::subscriber::set_default` and its guard, `fail::FailScenario`, a mock that is passed in.',
      calls('fail.cfg fail.cfg_callback', ({ node, file }) => {
        const scope = scopeOf(node, file);
        return (
          callsIn(scope, 'FailScenario::setup$').length === 0 &&
          !callsIn(scope, '(?:fail::remove|^remove|teardown)$').some((call) => isAfter(call, node))
        );
      }),
      // Once for all tests, whoever comes first.
      calls(
        'tracing.subscriber.set_global_default log.set_logger log.set_boxed_logger metrics.set_global_recorder',
        ({ node, file }) =>
          callsIn(scopeOf(node, file), '(?:call_once|get_or_init)$').every((call) => call.end() < node.end()),
      ),
    ),
    shell: row(
      'Take it back with `unset -f curl` in `tearDown`, or define it in a subshell.',
      nodesOf(
        'function_definition',
        null,
        (node, file) =>
          // Most functions are no test's, and need no pattern.
          leaks(node, file) && notRestored(re`\bunset\s+-f\b[^\n]*\b${nameOf(node)}\b`)({ node, file }),
      ),
      nodesOf('command', /^alias\b/, (node, file) => notRestored(/\bunalias\b/)({ node, file })),
    ),
  },
};

/** What the same function puts back in words of its own. */
function isGivenBack(place: Node, file: SourceFile): boolean {
  const target = place.is('assignment_statement') ? place.field('left')?.text() : undefined;
  const others = target === undefined ? [] : scopeOf(place, file).findAll('assignment_statement');
  return others.some((one) => one.field('left')?.text() === target && givesBack(one, file));
}

/** A package's function variable gets another function, or a variable of another package another value. */
function replaces(assignment: Node, target: Node, file: SourceFile): boolean {
  if (target.is('selector_expression'))
    return OF_OTHERS.test(target.text()) && file.imports.names.has(target.text().split('.')[0]!);
  if (!target.is('identifier')) return false;
  const spec = packageVariables(file).get(target.text());
  return (
    spec !== undefined &&
    isFunction(spec, named(assignment.field('right'))[0]) &&
    !isLocal(target.text(), assignment, file)
  );
}

const isFunction = (spec: Node, value: Node | undefined): boolean =>
  (value?.is('func_literal') ?? false) ||
  (spec.field('type')?.is('function_type') ?? false) ||
  (spec.find('func_literal') !== null && value?.is('identifier') === true);

const isLocal = (name: string, at: Node, file: SourceFile): boolean =>
  scopeOf(at, file).find('short_var_declaration', `^(?:\\w+, *)*${name}\\b`) !== null;

const isCalled = (regex: string, { node, file }: Call): boolean => callsIn(scopeOf(node, file), regex).length > 0;

/** By the runner for all, by the library for all, or on the very thing that was made. */
function isUndone(node: Node, file: SourceFile, by: RegExp): boolean {
  const holder = holderOf(node);
  return undone(node, file, ['call_expression'], (other) => {
    if (!by.test(calledName(other))) return false;
    const on = other.fieldText('function');
    if (/^(?:jest|vi|sinon|mock|sandbox|t\.mock)\b/.test(on)) return true;
    return holder.kind === 'name'
      ? re`(?:^|\.)${quoted(holder.name)}[?!]?\.`.test(on)
      : /\bmockRestore$|^(?:console|Math|Date|global|globalThis)\b/.test(on) || holder.kind === 'elsewhere';
  });
}

/** `patch(…).start()`, or `start` on a name that was given a patch. */
function isPatcher(start: Node, file: SourceFile): boolean {
  const object = start.field('function')?.field('object');
  if (object == null) return false;
  const isPatch = (node: Node | null | undefined) => node?.is('call') === true && PATCHES.test(callOf(node).callee);
  if (isPatch(object)) return true;
  const scopes = [functionAround(start), classAround(start), file.root].filter((scope) => scope !== null);
  return scopes.some((scope) => assignmentsTo(object.text(), scope, file).some((node) => isPatch(node.field('right'))));
}

function isStopped(start: Node, file: SourceFile): boolean {
  const name = callOf(start).on ?? '';
  const where = classAround(start) ?? scopeOf(start, file);
  return pythonCallsIn(where).some(
    ({ last, on, args }) =>
      last === 'stopall' ||
      (last === 'stop' && on === name) ||
      (/Cleanup|finalizer|callback/.test(last) &&
        args.some((arg) => mentions(arg, name) || /stopall/.test(arg.text()))),
  );
}

/** An attribute of a module or a class that the file imports, not of something the test made. */
function isImported(left: Node, file: SourceFile): boolean {
  const written = left.text();
  if (!file.imports.names.has(written.slice(0, written.indexOf('.')))) return false;
  return file.meanings(written, left).some((name) => !name.startsWith('?'));
}

function isLeftInPython(node: Node, target: string, file: SourceFile): boolean {
  const name = quoted(target.split('.').at(-1)!);
  return notRestored(
    re`(?:^|[^\w.])${quoted(target)}\b|reload\(`,
    re`(?:patch|redirect|override)[\s\S]*${name}|patch\.dict|redirect_std|override_settings|\bsettings\b`,
  )({ node, file });
}
