/** Registers collected definitions with the real node:test: only the selected ones, in the selected order. */
import { AsyncResource } from 'node:async_hooks';
import { file } from './definitions.mjs';
import { insideBody, root, track } from './executions.mjs';

/** Keeps the file's own order: each definition is registered at its place. `wanted` is a set of ids. */
export function registerInPlace(definition, wanted) {
  if (definition.kind === 'hook') return registerHook(root, definition);
  if (definition.kind === 'test') return wanted.has(definition.id) ? registerTest(root, definition, 0) : undefined;
  // The contents of an asynchronous suite are known only when its function has finished.
  if (definition.pending === undefined && !isWanted(definition, wanted)) return undefined;
  return registerSuite(root, definition, (scope) => registerChildren(scope, definition, wanted));
}

/** Follows a sequence of `{ definition, run }`; adjacent tests of one suite share it, and `fresh` opens every suite again. */
export function registerSequence(sequence) {
  for (const hook of file.children.filter(({ kind }) => kind === 'hook')) registerHook(root, hook);
  for (const item of forestOf(sequence)) registerItem(root, item);
}

function registerChildren(scope, suite, wanted) {
  if (!isWanted(suite, wanted)) return;
  for (const child of suite.children) {
    if (child.kind === 'hook') registerHook(scope, child);
    else if (child.kind === 'test') wanted.has(child.id) && registerTest(scope, child, 0);
    else if (isWanted(child, wanted)) registerSuite(scope, child, (inner) => registerChildren(inner, child, wanted));
  }
}

function isWanted(definition, wanted) {
  return definition.kind === 'test'
    ? wanted.has(definition.id)
    : definition.kind === 'suite' && definition.children.some((child) => isWanted(child, wanted));
}

function forestOf(sequence) {
  const top = { items: [] };
  let open = [];
  for (const { definition, run, fresh } of sequence) {
    const suites = [];
    for (let suite = definition.parent; suite !== file; suite = suite.parent) suites.unshift(suite);
    const shared = fresh ? 0 : open.findIndex(({ suite }, depth) => suite !== suites[depth]);
    open = shared === -1 ? open.slice(0, suites.length) : open.slice(0, shared);
    for (const suite of suites.slice(open.length)) {
      const item = { suite, items: [] };
      (open.at(-1) ?? top).items.push(item);
      open.push(item);
    }
    (open.at(-1) ?? top).items.push({ test: definition, run });
  }
  return top.items;
}

function registerItem(scope, item) {
  if (item.test) registerTest(scope, item.test, item.run);
  else {
    registerSuite(scope, item.suite, (inner) => {
      for (const hook of item.suite.children.filter(({ kind }) => kind === 'hook')) registerHook(inner, hook);
      for (const child of item.items) registerItem(inner, child);
    });
  }
}

function registerSuite(scope, definition, registerInside) {
  const entry = track(scope, definition.name, undefined);
  const inside = () => {
    registerInside(entry);
    if (definition.error !== undefined) throw definition.error;
  };
  const waitFirst = async () => {
    // node:test finds the suite of a late registration by its async context, which another promise would change.
    const here = AsyncResource.bind(inside);
    await definition.pending;
    here();
  };
  return definition.real(definition.name, definition.options, definition.pending ? waitFirst : inside);
}

function registerTest(scope, { name, options, fn, id, real }, run) {
  const entry = track(scope, name, { id, run });
  return real(name, options, asBody(fn, entry));
}

function registerHook(scope, { real, type, fn, options }) {
  if (type === 'after') scope.hasAfter = true;
  return real(typeof fn === 'function' ? asBody(fn, {}) : fn, options);
}

/** node:test detects a body with a callback by its number of parameters. */
function asBody(fn, entry) {
  const body = function (...args) {
    return insideBody.run(entry, () => fn.apply(this, args));
  };
  Object.defineProperty(body, 'length', { value: fn.length });
  Object.defineProperty(body, 'name', { value: fn.name });
  return body;
}
