/** Collects what a test file defines: suites, tests and hooks with their ids. register.mjs registers them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { insideBody } from './executions.mjs';
import { describeError } from './outcome.mjs';
import { writeEvent } from './stream.mjs';
import { titlePath } from './title-path.mjs';

const currentSuite = new AsyncLocalStorage();

export const file = { kind: 'file', parent: null, titles: [], children: [], name: '' };
/** Every test by its id. */
export const tests = new Map();
/** Suites whose asynchronous function has not finished. */
export const pending = [];

const occurrences = new Map();
/** Called for each definition at the file's top level; may register it at once and then returns the result of the real function. */
let atTopLevel = () => undefined;

export function collectInto(name, listener) {
  file.name = name;
  atTopLevel = listener;
}

export function defineTest(real, args) {
  if (insideBody.getStore() !== undefined) return real(...args);
  const { name, options, fn } = argumentsOf(args);
  const parent = currentSuite.getStore() ?? file;
  const titles = [...parent.titles, name];
  const key = JSON.stringify(titles);
  const occurrence = (occurrences.get(key) ?? 0) + 1;
  occurrences.set(key, occurrence);
  const definition = {
    kind: 'test',
    real,
    name,
    options,
    fn,
    parent,
    titles,
    id: titlePath(file.name, titles, occurrence),
  };
  tests.set(definition.id, definition);
  return add(definition);
}

export function defineSuite(real, args) {
  if (insideBody.getStore() !== undefined) return real(...args);
  const { name, options, fn } = argumentsOf(args);
  const parent = currentSuite.getStore() ?? file;
  const definition = { kind: 'suite', real, name, options, parent, titles: [...parent.titles, name], children: [] };
  // node:test does not call the function of a skipped suite: its contents do not exist.
  if (!options.skip && !real.skips) collectSuite(definition, fn);
  return add(definition);
}

export function defineHook(real, type, args) {
  if (insideBody.getStore() !== undefined) return real(...args);
  const [fn, options] = args;
  return add({ kind: 'hook', type, real, fn, options, parent: currentSuite.getStore() ?? file });
}

function add(definition) {
  definition.parent.children.push(definition);
  return (definition.parent === file ? atTopLevel(definition) : undefined) ?? Promise.resolve();
}

function collectSuite(definition, fn) {
  const failed = (error) => {
    definition.error = error;
    const { type, message } = describeError(error);
    writeEvent({ ev: 'problem', text: `${titlePath(file.name, definition.titles, 1)}: ${type}: ${message}` });
  };
  try {
    const context = { name: definition.name, signal: new AbortController().signal };
    const result = currentSuite.run(definition, () => fn.call(context, context));
    if (typeof result?.then !== 'function') return;
    definition.pending = Promise.resolve(result).catch(failed);
    pending.push(definition.pending);
  } catch (error) {
    failed(error);
  }
}

/** Like node:test: every argument is optional. */
function argumentsOf([name, options, fn]) {
  let body = fn;
  let settings = options;
  if (typeof name === 'function') body = name;
  else if (name !== null && typeof name === 'object') {
    body = options;
    settings = name;
  } else if (typeof options === 'function') body = options;
  if (settings === null || typeof settings !== 'object') settings = {};
  if (typeof body !== 'function') body = () => {};
  const title = typeof name === 'string' && name !== '' ? name : body.name || '<anonymous>';
  return { name: title, options: settings, fn: body };
}
