/**
 * Watches a Node process for work that tests do not await: unhandled rejections, and timers, requests, sockets and processes still active
 * when their test has ended. Enabled by UNFLAKE_DETECTORS. A report has the fields of src/contract/detector-report.ts; work of the
 * runner or a dependency is not reported, because it has no frame of the project.
 */
'use strict';

const { createHook } = require('node:async_hooks');
const { realpathSync } = require('node:fs');
const { relative, sep } = require('node:path');
const { fileURLToPath } = require('node:url');

/** What keeps a process busy: names of async_hooks → words for people. */
const KINDS = {
  FSEVENTWRAP: 'a watched file',
  FSREQCALLBACK: 'work on a file',
  FSREQPROMISE: 'work on a file',
  GETADDRINFOREQWRAP: 'a look-up of a name',
  HTTPCLIENTREQUEST: 'a request',
  PIPEWRAP: 'a pipe',
  PROCESSWRAP: 'a process',
  TCPCONNECTWRAP: 'a connection being made',
  TCPSERVERWRAP: 'a server',
  TCPWRAP: 'a connection',
  Timeout: 'a timer',
  UDPWRAP: 'a socket',
  WORKER: 'a worker thread',
};
// A frame of the project may be below frames of Node, and sometimes of a library.
const FRAMES = 30;
const PLACE = /(?:\(|at (?:async )?)((?:file:\/\/|\/)[^()]*?):(\d+):\d+\)?$/;
const ROOT = realpathSync(process.env.UNFLAKE_ROOT ?? process.cwd());
// Captured at start, because tests replace them.
const { setImmediate } = globalThis;

/** @param {(event: object) => void} write */
function watch(write) {
  /** Active resources started since the last test began, by id. */
  const started = new Map();
  let open;
  let last;

  createHook({
    init(number, kind, _trigger, resource) {
      if (open !== undefined && KINDS[kind] !== undefined) started.set(number, { kind, resource, trace: traceHere() });
    },
    // A request is over when its callback runs; other resources when they are destroyed.
    before(number) {
      if (/REQ/.test(started.get(number)?.kind ?? '')) started.delete(number);
    },
    destroy: (number) => started.delete(number),
  }).enable();

  const report = (detector, says, where, test) =>
    write({ ev: 'detected', detector, says, where: where || null, test: test || null });

  const tellOpen = (handles, test) => {
    for (const [number, handle] of handles) {
      if (!started.delete(number) || !isAtWork(handle)) continue;
      const where = ownPlace(handle.trace.stack);
      if (where) report('open-handle', `${KINDS[handle.kind]} was still at work when the test had ended`, where, test);
    }
  };

  // A listener would change how Node treats the rejection; this only observes.
  const { emit } = process;
  process.emit = function (name, ...args) {
    if (name === 'unhandledRejection') {
      const [reason] = args;
      const text = reason instanceof Object ? `${reason.name ?? 'Error'}: ${reason.message ?? reason}` : String(reason);
      report('unhandled-rejection', oneLine(text), ownPlace(reason?.stack), open ?? last);
    }
    return emit.call(this, name, ...args);
  };

  /** Leftovers of finished tests that were not reported yet. */
  const pending = [];
  const flush = () => {
    for (const [handles, test] of pending.splice(0)) tellOpen(handles, test);
  };
  process.once('exit', flush);

  return {
    started(test) {
      open = test;
    },
    /** A timer knows whether it is active; for the rest, Node reports destruction a moment later. */
    ended(test) {
      const left = [...started];
      [open, last] = [undefined, test];
      tellOpen(left.filter(isTimer), test);
      pending.push([left.filter((entry) => !isTimer(entry)), test]);
      setImmediate(() => setImmediate(flush));
    },
  };
}

const isTimer = ([, { kind }]) => kind === 'Timeout';

function isAtWork({ kind, resource }) {
  if (kind !== 'Timeout') return true;
  return resource._destroyed !== true && resource.hasRef?.() !== false;
}

/** Formatted only on demand, which is rare. */
function traceHere() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const trace = {};
  Error.captureStackTrace(trace, traceHere);
  Error.stackTraceLimit = limit;
  return trace;
}

function ownPlace(stack) {
  for (const line of typeof stack === 'string' ? stack.split('\n') : []) {
    const [, place, number] = PLACE.exec(line.trim()) ?? [];
    const file = place === undefined ? undefined : relative(ROOT, pathOf(place)).split(sep).join('/');
    if (file && !file.startsWith('../') && !/(?:^|\/)node_modules\//.test(file)) return `${file}:${number}`;
  }
  return undefined;
}

function pathOf(place) {
  return place.startsWith('file://') ? fileURLToPath(place) : place;
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 300);

module.exports = { watch };
