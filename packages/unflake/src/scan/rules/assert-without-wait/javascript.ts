import {
  calledName,
  calledOn,
  FUNCTIONS,
  functionAround,
  isFunction,
  testBody,
} from '../../semantics/javascript/around.ts';
import { assertionsIn } from '../../semantics/javascript/assertions.ts';
import { hasFakeClock } from '../../semantics/javascript/fake-clock.ts';
import { isAfter } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type Call, calls, type LanguageRule } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Wait for it before asserting: `await once(emitter, "done")`, `await new Promise((resolve) => …)`, `done`, or turn the clock with fake timers.',
  find: [
    calls('setTimeout setImmediate process.nextTick queueMicrotask setInterval globalThis.setTimeout', isLoose),
    calls('*.on *.once *.addEventListener *.subscribe', isLoose),
    calls(
      `child_process.exec child_process.execFile fs.readFile fs.writeFile fs.unlink fs.mkdir fs.readdir fs.stat`,
      isLoose,
    ),
  ],
};

function isLoose({ node, args, file }: Call): boolean {
  const callback = args.find(isFunction);
  const body = testBody(node, file);
  if (callback === undefined || body === null || functionAround(node)?.id() !== body.id()) return false;
  if (hasFakeClock(file) || takesDone(body) || isAwaited(node, body) || emits(node, body)) return false;
  if (!nearest(node, ['expression_statement', 'lexical_declaration'])) return false;
  if (assertionsIn(callback).length > 0) return true;
  return assertedNames(callback, body).some((name) => isAssertedSoon(name, callback, body));
}

const takesDone = (body: Node): boolean =>
  /\b(?:done|cb|callback|end|next)\b/.test((body.field('parameters') ?? body.field('parameter'))?.text() ?? '');

/** Something is awaited or returned after the callback was registered. */
function isAwaited(node: Node, body: Node): boolean {
  return body
    .findAll({ rule: { any: [{ kind: 'await_expression' }, { kind: 'return_statement' }] } })
    .some((wait) => functionAround(wait)?.id() === body.id() && isAfter(wait, node));
}

/** Whoever emits by hand is called back at once. */
function emits(node: Node, body: Node): boolean {
  const on = calledOn(node)?.text().split(/[.(]/)[0];
  if (on === undefined) return false;
  return body
    .findAll({
      rule: {
        kind: 'call_expression',
        regex:
          '\\.(?:emit|dispatchEvent|next|trigger|fire|publish|click|send|set|write|push|end|notify|dispatch|close|abort|update)\\(',
      },
    })
    .some(
      (call) =>
        isAfter(call, node) && !/^(?:on|once)$/.test(calledName(call)) && nearest(call, FUNCTIONS)?.id() === body.id(),
    );
}

/** Variables of the test that the callback writes. */
function assertedNames(callback: Node, body: Node): readonly string[] {
  const written = callback.findAll({
    rule: {
      any: [
        { kind: 'assignment_expression' },
        { kind: 'augmented_assignment_expression' },
        { kind: 'update_expression' },
        { kind: 'call_expression', regex: '^[A-Za-z0-9_]+\\.(?:push|add|set)\\(' },
      ],
    },
  });
  const names = written.map((node) => /^(?:\+\+|--)?([\w$]+)/.exec(node.text())?.[1] ?? '');
  return names.filter((name) =>
    new RegExp(`\\b(?:let|var|const)\\s+${name.replaceAll('$', '\\$')}\\b`).test(body.text()),
  );
}

function isAssertedSoon(name: string, callback: Node, body: Node): boolean {
  return assertionsIn(body).some(
    (assertion) =>
      isAfter(assertion, callback) && new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(assertion.text()),
  );
}
