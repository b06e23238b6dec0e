/**
 * What was registered with the real node:test, and its result. Events of node:test carry no identity, only name, nesting and number among
 * siblings; because we register every test ourselves, these three identify it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { failureOf, outcomeOf } from './outcome.mjs';
import { testIsOver, writeEvent } from './stream.mjs';

/** Holds the execution whose body runs, so that tests created inside a body are known as its subtests. */
export const insideBody = new AsyncLocalStorage();

export const root = { ...scopeOf(null, -1), loaded: false };

/** Called whenever nothing is left to do, with whether hooks are still awaited; with undefined if a test starts after all. */
let onIdle = () => undefined;

export function watchIdle(listener) {
  onIdle = listener;
}

/** Every test of the file is registered. */
export function fileLoaded() {
  root.loaded = true;
  noteIdle();
}

const waiting = new Map();
const unfinished = new Map();
let lastEnded;

function scopeOf(parent, nesting) {
  return { parent, nesting, count: 0, remaining: 0, hasAfter: false, held: undefined };
}

/** Call right before the real registration: the numbers of siblings follow the order of these calls. */
export function track(scope, name, test) {
  scope.count += 1;
  const nesting = scope.nesting + 1;
  const entry = { ...scopeOf(scope, nesting), name, test, state: 'registered', leaves: [], holds: 0 };
  push(waiting, `${nesting} ${name}`, entry);
  push(unfinished, `${nesting} ${scope.count} ${name}`, entry);
  if (test) {
    for (let outer = scope; outer; outer = outer.parent) {
      outer.remaining += 1;
      outer.leaves?.push(entry);
    }
  }
  return entry;
}

export function begin({ name, nesting }) {
  if (insideBody.getStore() !== undefined) return;
  const entry = waiting.get(`${nesting} ${name}`)?.shift();
  if (!entry?.test) return;
  // The file seemed finished, and its last test was held back for the file's own after hooks.
  if (root.held) release(root, undefined);
  onIdle(undefined);
  entry.state = 'open';
  writeEvent({ ev: 'start', ...entry.test });
}

export function finish(data) {
  const owner = insideBody.getStore();
  if (owner !== undefined) {
    if (!data.details.passed && data.todo === undefined) owner.failedSubtest ??= data;
    return;
  }
  const candidates = unfinished.get(`${data.nesting} ${data.testNumber} ${data.name}`) ?? [];
  const entry = candidates.find(({ state }) => state === 'open') ?? candidates[0];
  if (!entry) return;
  if (entry.test) finishTest(entry, data, candidates);
  else finishSuite(entry, data, candidates);
}

function finishTest(entry, data, candidates) {
  // It never started: the set-up of its suite failed, which the suite's own event reports, or nothing was left to run it.
  if (entry.state === 'registered' && data.details.error?.failureType === 'cancelledByParent') return;
  candidates.splice(candidates.indexOf(entry), 1);
  const outcome = outcomeOf(data);
  const error = failureOf(data, entry.failedSubtest);
  end(entry, { ev: 'end', ...entry.test, outcome, ms: data.details.duration_ms, ...(error && { error }) });
}

function finishSuite(entry, data, candidates) {
  candidates.splice(candidates.indexOf(entry), 1);
  const hookFailure = data.details.error?.failureType === 'hookFailed' ? failureOf(data) : undefined;
  const neverBegan = entry.leaves.filter(({ state }) => state === 'registered');
  if (hookFailure && neverBegan.length > 0) {
    for (const leaf of neverBegan) {
      end(leaf, { ev: 'end', ...leaf.test, outcome: 'errored', ms: 0, error: hookFailure });
    }
    release(entry, undefined);
  } else release(entry, hookFailure);
}

/** The file has finished, with its after hooks; `afterFailure` if one of them failed. */
export function finishFile(afterFailure) {
  release(root, afterFailure);
}

/** A failing after hook of a suite counts against the last test in it, as in other runners; so that test's end waits for the hook. */
function end(entry, event) {
  entry.state = 'ended';
  entry.event = event;
  testIsOver(event.id);
  for (let scope = entry.parent; scope; scope = scope.parent) {
    scope.remaining -= 1;
    if (scope.remaining === 0 && scope.hasAfter) {
      scope.held = entry;
      entry.holds += 1;
    }
  }
  if (entry.holds === 0) writeEvent(event);
  lastEnded = entry;
  noteIdle();
}

function noteIdle() {
  if (root.loaded && root.remaining === 0 && lastEnded) onIdle({ awaitsHooks: lastEnded.holds > 0 });
}

function release(scope, afterFailure) {
  const entry = scope.held;
  scope.held = undefined;
  if (!entry) {
    if (afterFailure) writeEvent({ ev: 'problem', text: `after hook failed: ${afterFailure.message}` });
    return;
  }
  if (afterFailure && entry.event.outcome === 'passed') {
    entry.event = { ...entry.event, outcome: 'errored', error: afterFailure };
  }
  entry.holds -= 1;
  if (entry.holds === 0) writeEvent(entry.event);
  noteIdle();
}

function push(map, key, entry) {
  const list = map.get(key);
  if (list) list.push(entry);
  else map.set(key, [entry]);
}
