import type { SourceFile } from '../../facts/source-file.ts';
import { calledName, calledOn, isFunction, testBody } from '../../semantics/javascript/around.ts';
import { assertionsIn } from '../../semantics/javascript/assertions.ts';
import { testNode } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Put `await` in front, or return the promise; instead of `forEach(async …)` use `for … of` or `Promise.all(items.map(…))`.',
  find: [
    nodesOf('expression_statement', /\.(?:resolves|rejects)\b/, (node) => {
      const call = node.namedChildren()[0];
      return call?.is('call_expression') === true && /^expect\b[\s\S]*\)\s*\.(?:resolves|rejects)\b/.test(call.text());
    }),
    calls(
      `assert.rejects assert.doesNotReject assert/strict.rejects assert/strict.doesNotReject
       assert.strict.rejects`,
      ({ node }) => isDiscarded(node),
    ),
    calls('*.forEach', ({ args, node }) => isAsync(args[0]) && isDiscarded(node)),
    calls(
      `fetch globalThis.fetch @testing-library/react.waitFor @testing-library/dom.waitFor
       @testing-library/vue.waitFor vitest.vi.waitFor @testing-library/user-event.click
       @testing-library/user-event.type`,
      ({ node }) => isDiscarded(node),
    ),
    nodesOf(
      'expression_statement',
      /^[A-Za-z0-9_$.]+\(|\.then\(/,
      (node, file) => {
        const call = node.namedChildren()[0];
        if (call?.is('call_expression') !== true || !mayBeLost(call, file)) return false;
        return testNode(node, file) !== null;
      },
      /\basync\s+function\b|=\s*async\b|\bpromises\b|\.then\(|\b(?:t|ctx|context)\.test\(/,
    ),
  ],
};

const isDiscarded = (call: Node): boolean => call.parent()?.is('expression_statement') ?? false;

const isAsync = (node: Node | undefined): boolean => isFunction(node) && /^async\b/.test(node!.text());

/** By the last part of its name, because nearly every statement of a test is a call. */
function mayBeLost(call: Node, file: SourceFile): boolean {
  const callee = call.field('function');
  if (callee?.is('identifier')) return isPromised(call, file);
  const name = callee?.field('property')?.text() ?? '';
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
  return callee.is('identifier') && asyncNames(file).has(callee.text());
}

const ASYNC = /\basync\s+function\s*\*?\s*([\w$]+)|\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]+)?=\s*async\b/g;
const known = new WeakMap<SourceFile, ReadonlySet<string>>();

/** Functions of this file that say so. */
function asyncNames(file: SourceFile): ReadonlySet<string> {
  let names = known.get(file);
  if (names === undefined) {
    names = new Set([...file.text.matchAll(ASYNC)].map((match) => match[1] ?? match[2] ?? ''));
    known.set(file, names);
  }
  return names;
}

/** Of node:test: the outer test ends without it. */
function isSubtest(call: Node, file: SourceFile): boolean {
  if (calledName(call) !== 'test' || !/^(?:t|ctx|context)$/.test(calledOn(call)?.text() ?? '')) return false;
  return [...file.imports.names.values()].some((name) => name === 'test' || name.startsWith('test.'));
}

function isLooseThen(call: Node, file: SourceFile): boolean {
  const chain = call.field('function')?.text() ?? '';
  const isThen = calledName(call) === 'then' || /\)\s*\.then\(/.test(chain);
  if (!isThen || assertionsIn(call).length === 0) return false;
  const parameters = testBody(call, file)?.field('parameters') ?? testBody(call, file)?.field('parameter');
  return (
    !/\b(?:done|cb|callback|end|next)\b/.test(parameters?.text() ?? '') && !/\b(?:done|resolve)\b/.test(call.text())
  );
}
