import type { SourceFile } from '../../facts/source-file.ts';
import { classAround, functionAround } from '../../semantics/python/around.ts';
import { callOf } from '../../semantics/python/calls-in.ts';
import { functionsNamed, isInside } from '../../semantics/python/outline.ts';
import { saidOfFile } from '../../semantics/said-of-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const ASYNC = /\basync\s+def\b/;

export const python: LanguageRule = {
  fix: 'Write `await` before it; keep tasks and await them (`await task`, `async with asyncio.TaskGroup() as group:`).',
  where: 'anywhere',
  find: [
    // Calls of the file's own coroutines, whose result is thrown away or taken for true.
    nodesOf('expression_statement', /^(?:self\.)?\w+\(/, (node, file) => isLost(node.namedChildren()[0], file), ASYNC),
    nodesOf(
      'assert_statement',
      /^assert\s+(?:self\.)?\w+\(/,
      (node, file) => isLost(node.namedChildren()[0], file),
      ASYNC,
    ),
    calls(
      `asyncio.sleep asyncio.wait_for asyncio.wait asyncio.gather asyncio.to_thread trio.sleep anyio.sleep`,
      ({ node }) => node.parent()?.is('expression_statement') === true,
    ),
    calls(
      'asyncio.create_task asyncio.ensure_future',
      ({ node }) => node.parent()?.is('expression_statement') === true,
    ),
    // unittest calls an `async def` and is content with the coroutine.
    nodesOf('function_definition', /^async\s+def\s+test/, (node, file) => {
      const bases = classAround(node)?.field('superclasses')?.text() ?? '';
      return file.dialect.test(node) !== null && /\bTestCase\b/.test(bases) && !/Async/.test(bases);
    }),
  ],
};

/** Names of functions that the text calls asynchronous: most calls are of others. */
const asyncNames = saidOfFile(
  ({ text }): ReadonlySet<string> => new Set([...text.matchAll(/\basync\s+def\s+(\w+)/g)].map((match) => match[1]!)),
);

/** A call of a coroutine function that this file defines; one that a nearer definition does not hide. */
function isLost(call: Node | undefined, file: SourceFile): boolean {
  if (call === undefined || !call.is('call') || !asyncNames(file).has(callOf(call).last)) return false;
  const { callee, on } = callOf(call);
  if (on === 'self') return definitionsIn(classAround(call), callOf(call).last, file).some(isAsync);
  if (on !== null) return false;
  for (let scope = functionAround(call); scope !== null; scope = functionAround(scope)) {
    const own = definitionsIn(scope, callee, file);
    if (own.length > 0) return own.every(isAsync);
  }
  const atTop = definitionsIn(file.root, callee, file).filter(
    (node) => functionAround(node) === null && classAround(node) === null,
  );
  return atTop.length > 0 && atTop.every(isAsync);
}

const isAsync = (definition: Node): boolean =>
  /^async\b/.test(definition.text()) && definition.find({ rule: { kind: 'yield' } }) === null;

function definitionsIn(scope: Node | null, name: string, file: SourceFile): readonly Node[] {
  if (scope === null) return [];
  return functionsNamed(name, file).filter((node) => node.id() !== scope.id() && isInside(node, scope));
}
