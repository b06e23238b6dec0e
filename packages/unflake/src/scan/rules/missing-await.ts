import type { Node, SourceFile } from '../facts/source-file.ts';
import { calleeOf, callsIn, isDiscarded } from '../semantics/calls.ts';
import { declared, hasMethod } from '../semantics/go/variables.ts';
import { holderOf } from '../semantics/held.ts';
import { scopeOf } from '../semantics/index.ts';
import { rootOf } from '../semantics/java/around.ts';
import {
  calledName,
  calledOn,
  functionAround as functionAroundInJavaScript,
  isFunction,
  testBody,
} from '../semantics/javascript/around.ts';
import { assertionsIn as assertionsInInJavaScript } from '../semantics/javascript/assertions.ts';
import { once } from '../semantics/once.ts';
import { isDeferred as isDeferredInCsharp } from '../semantics/place.ts';
import { classAround, functionAround as functionAroundInPython } from '../semantics/python/around.ts';
import { callOf } from '../semantics/python/calls-in.ts';
import { functionsNamed, isInside } from '../semantics/python/outline.ts';
import { givenTo } from '../semantics/rust/around.ts';
import { runsForEver, SPAWNS } from '../semantics/rust/timing.ts';
import { isUnwaited } from '../semantics/started-work.ts';
import { re, testNode } from '../semantics/undone.ts';
import { named, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

/** Names of functions that the text calls asynchronous: most calls are of others. */
const asyncNamesInPython = once(
  ({ text }: SourceFile): ReadonlySet<string> =>
    new Set([...text.matchAll(/\basync\s+def\s+(\w+)/g)].map((match) => match[1]!)),
);

const isAsyncInPython = (definition: Node): boolean =>
  // A decorator may run it.
  definition.parent()?.is('decorated_definition') !== true &&
  /^async\b/.test(definition.text()) &&
  definition.find('yield') === null;

const isAsyncInJavaScript = (node: Node | undefined): boolean => isFunction(node) && /^async\b/.test(node!.text());

const JAVASCRIPT_ASYNC =
  /\basync\s+function\s*\*?\s*([\w$]+)|\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]+)?=\s*async\b/g;

const isDropped = ({ node }: Call): boolean => isDiscarded(node);

const isAsyncInRust = (item: Node): boolean =>
  /^[^(]*\basync\b/.test(item.text()) &&
  named(item).some((part) => part.is('function_modifiers') && /\basync\b/.test(part.text()));

export const missingAwait: Kind = {
  name: 'missing-await',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'starts asynchronous work and does not wait for it',
  why: 'The assertion may come first; a failure of that work is lost, or lands on the test that runs next.',
  // An assertion that nobody awaits fails behind the test. Whether other work is waited for, its own lines do not say.
  isSure: (place, file) =>
    file.language === 'javascript' &&
    testNode(place, file) !== null &&
    /^(?:assert\.(?:rejects|doesNotReject)\(|expect\([\s\S]*\)\s*\.(?:rejects|resolves|eventually)\b)/.test(
      place.text(),
    ),
  languages: {
    python: {
      where: 'anywhere',
      ...row(
        'Write `await` before it; keep tasks and await them (`await task`, `async with asyncio.TaskGroup() as group:`).',
        // Calls of the file's own coroutines, whose result is thrown away or taken for true.
        nodesOf(
          'expression_statement, assert_statement',
          /^(?:assert\s+)?(?:self\.)?\w+\(/,
          (node, file) => isLost(node.namedChildren()[0], file),
          /\basync\s+def\b/,
        ),
        calls(
          `asyncio.sleep asyncio.wait_for asyncio.wait asyncio.gather asyncio.to_thread asyncio.create_task
           asyncio.ensure_future trio.sleep anyio.sleep`,
          isDropped,
        ),
        // unittest calls an `async def` and is content with the coroutine.
        nodesOf('function_definition', /^async\s+def\s+test/, (node, file) => {
          if (node.parent()?.is('decorated_definition')) return false;
          const bases = classAround(node)?.fieldText('superclasses') ?? '';
          return file.dialect.test(node) !== null && /\bTestCase\b/.test(bases) && !/Async/.test(bases);
        }),
      ),
    },
    javascript: row(
      'Put `await` in front, or return the promise; instead of `forEach(async …)` use `for … of` or `Promise.all(items.map(…))`.',
      nodesOf('expression_statement', /\.(?:resolves|rejects)\b/, (node) => {
        const call = node.namedChildren()[0];
        return (
          call?.is('call_expression') === true && /^expect\b[\s\S]*\)\s*\.(?:resolves|rejects)\b/.test(call.text())
        );
      }),
      calls('*.forEach', ({ args, node }) => isAsyncInJavaScript(args[0]) && isDiscarded(node)),
      calls(
        `assert.rejects assert.doesNotReject assert/strict.rejects assert/strict.doesNotReject assert.strict.rejects
         fetch globalThis.fetch @testing-library/react.waitFor @testing-library/dom.waitFor @testing-library/vue.waitFor
         vitest.vi.waitFor @testing-library/user-event.click @testing-library/user-event.type`,
        isDropped,
      ),
      nodesOf(
        'expression_statement',
        /^[A-Za-z0-9_$.]+\(|\.then\(/,
        (node, file) => {
          const call = node.namedChildren()[0];
          if (call?.is('call_expression') !== true || !mayBeLost(call, file)) return false;
          const body = testBody(call, file);
          // What runs inside another function, or under a plan, somebody else waits for.
          if (body !== null && functionAroundInJavaScript(call)?.id() !== body.id()) return false;
          return testNode(node, file) !== null && !/\.(?:plan|completed)\b/.test(textAt(body));
        },
        /\basync\s+function\b|=\s*async\b|\bpromises\b|\.then\(|\b(?:t|ctx|context)\.test\(/,
      ),
    ),
    java: row(
      'Wait for what was started: `thread.join()`, `future.get(10, SECONDS)`, `CompletableFuture.allOf(…).join()`.',
      calls(
        `java.util.concurrent.CompletableFuture.runAsync java.util.concurrent.CompletableFuture.supplyAsync
           Thread.startVirtualThread`,
        isLeftAlone,
      ),
      calls(
        '*.submit *.execute',
        (call) =>
          /^(?:lambda_expression|method_reference|object_creation_expression)$/.test(call.args[0]?.kind() ?? '') &&
          /executor|pool|service|scheduler/i.test(rootOf(call.node)) &&
          isLeftAlone(call),
      ),
      calls('*.start', ({ node, args, file }) => {
        if (args.length > 0 || testNode(node, file) === null) return false;
        const root = rootOf(node.field('object'));
        const isThread =
          /^new Thread\(/.test(node.text()) ||
          /^Thread\.(?:ofVirtual|ofPlatform)\(\)/.test(node.text()) ||
          re`\b(?:Thread|var) ${root}\s*=\s*(?:new Thread\(|Thread\.)`.test(file.text);
        return isThread && isUnwaited(node, file);
      }),
    ),
    go: row(
      'Wait before you look: `wg.Wait()`, `g.Wait()` of an errgroup, or a receive from a channel that the goroutine closes.',
      nodesOf('go_statement', null, isUnwaited),
      calls('*.Go', ({ node, file }) => {
        const group = /^(\w+)\.Go$/.exec(calleeOf(node))?.[1];
        if (group === undefined) return false;
        const scope = scopeOf(node, file);
        return isGroup(group, scope) && !hasMethod(group, 'Wait', scope);
      }),
    ),
    rust: row(
      'Keep what it returns and wait: `handle.join().unwrap()` for a thread, `.await` for a task or a future.',
      calls(SPAWNS, ({ node, file }) => !runsForEver(node) && isUnwaited(node, file)),
      nodesOf(
        'function_item',
        null,
        (node, file) => (isAsyncInRust(node) ? unawaited(node.fieldText('name'), file) : false),
        /\basync\b/,
      ),
    ),
    csharp: row(
      'Await it: `await Task.Run(…)`, `await client.SendAsync(…)`; a test returns `Task`, never `async void`.',
      nodesOf('expression_statement', /Async(?:<[^()]*>)?\(/, (node, file) => {
        const call = named(node)[0];
        if (
          call?.is('invocation_expression') !== true ||
          file.testAround(node) === null ||
          isDeferredInCsharp(node, file)
        )
          return false;
        const callee = call.fieldText('function');
        // A chain that begins with a type builds something, for which `Async` is only a name.
        const builds = /^[A-Z]\w*\s*\.[\s\S]*\)\s*\.\w+$/.test(callee);
        return (
          /(?:^|\.)[A-Z]\w*Async(?:<[^()]*>)?$/.test(callee) &&
          !builds &&
          !/\.(?:Setup|Verify|Received|DidNotReceive)\b/.test(callee)
        );
      }),
      calls('System.Threading.Tasks.Task.Run System.Threading.Tasks.Task.Factory.StartNew', ({ node, file }) => {
        const isDropped = isDiscarded(node) || /^_ =/.test(textAt(node.parent()));
        return isDropped && file.testAround(node) !== null;
      }),
      nodesOf('method_declaration', /\basync void\b/, (node, file) =>
        file.dialect.test(node) !== null && node.field('returns')?.text() === 'void' ? [node.field('name')!] : false,
      ),
    ),
  },
};

/** Begun by a test of Java, held by nobody, looked at and nowhere waited for. */
function isLeftAlone({ node, file }: Call): boolean {
  return testNode(node, file) !== null && holderOf(node).kind === 'nobody' && isUnwaited(node, file);
}

/** A call of a coroutine function that this file defines; one that a nearer definition does not hide. */
function isLost(call: Node | undefined, file: SourceFile): boolean {
  if (call === undefined || !call.is('call') || !asyncNamesInPython(file).has(callOf(call).last)) return false;
  const { callee, on } = callOf(call);
  if (on === 'self') return definitionsIn(classAround(call), callOf(call).last, file).some(isAsyncInPython);
  if (on !== null) return false;
  for (let scope = functionAroundInPython(call); scope !== null; scope = functionAroundInPython(scope)) {
    const own = definitionsIn(scope, callee, file);
    if (own.length > 0) return own.every(isAsyncInPython);
  }
  const atTop = definitionsIn(file.root, callee, file).filter(
    (node) => functionAroundInPython(node) === null && classAround(node) === null,
  );
  return atTop.length > 0 && atTop.every(isAsyncInPython);
}

function definitionsIn(scope: Node | null, name: string, file: SourceFile): readonly Node[] {
  if (scope === null) return [];
  return functionsNamed(name, file).filter((node) => node.id() !== scope.id() && isInside(node, scope));
}

/** By the last part of its name, because nearly every statement of a test is a call. */
function mayBeLost(call: Node, file: SourceFile): boolean {
  const callee = call.field('function');
  if (callee?.is('identifier')) return isPromised(call, file);
  const name = callee?.fieldText('property') ?? '';
  if (name === 'test') return isSubtest(call, file);
  if (/^(?:then|catch|finally)$/.test(name)) return isLooseThen(call, file);
  return isPromised(call, file);
}

/** A call of what this file, or Node, says to be asynchronous. */
function isPromised(call: Node, file: SourceFile): boolean {
  const callee = call.field('function');
  if (callee === null) return false;
  if (/\bpromises\b/.test(file.text)) {
    const name = file.meanings(callee.text(), call)[0] ?? '';
    if (/^(?:fs\/promises|fs\.promises)\.\w+$/.test(name)) return true;
  }
  return callee.is('identifier') && asyncNamesInJavaScript(file).has(callee.text());
}

/** Functions of this file that say so. */
const asyncNamesInJavaScript = once(
  ({ text }: SourceFile) => new Set([...text.matchAll(JAVASCRIPT_ASYNC)].map((match) => match[1] ?? match[2] ?? '')),
);

/** Of node:test: the outer test ends without it. */
function isSubtest(call: Node, file: SourceFile): boolean {
  if (calledName(call) !== 'test' || !/^(?:t|ctx|context)$/.test(textAt(calledOn(call)))) return false;
  return [...file.imports.names.values()].some((name) => name === 'test' || name.startsWith('test.'));
}

function isLooseThen(call: Node, file: SourceFile): boolean {
  const chain = call.fieldText('function');
  const isThen = calledName(call) === 'then' || /\)\s*\.then\(/.test(chain);
  if (!isThen || assertionsInInJavaScript(call).length === 0) return false;
  const body = testBody(call, file);
  const parameters = body?.field('parameters') ?? body?.field('parameter');
  return !/\b(?:done|cb|callback|end|next)\b/.test(textAt(parameters)) && !/\b(?:done|resolve)\b/.test(call.text());
}

function isGroup(name: string, scope: Node): boolean {
  const typed = scope.find('var_spec', `^${name} +\\*?(?:errgroup\\.Group|sync\\.WaitGroup)`);
  return typed !== null || /^(?:&?errgroup\.|&?sync\.WaitGroup|pool\.New)/.test(textAt(declared(name, scope)));
}

/** Where a function is called and what it returns is thrown away. */
const unawaited = (name: string, { root }: SourceFile): readonly Node[] =>
  callsIn(root, `^${name}$`).filter((call) => {
    const given = givenTo(call);
    return given === '' || given === '_';
  });
