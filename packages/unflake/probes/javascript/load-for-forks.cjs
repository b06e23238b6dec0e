/**
 * Loads code that forks of this process will run. What each fork would do first is done now: functions are compiled, modules of WebAssembly
 * instantiated, and garbage is collected, because each fork would collect it and so copy the memory that it shares with us.
 */
'use strict';

// Tests may replace the global one.
const { setImmediate } = require('node:timers');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

async function loadForForks(load) {
  setFlagsFromString('--no-lazy');
  // After a collection V8 plans another one, which would be overdue in each fork. It plans none where it may not mark step by step.
  setFlagsFromString('--no-incremental-marking');
  const instantiated = followWebAssembly();
  const loaded = await load();
  await instantiated();
  setFlagsFromString('--lazy');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--incremental-marking');
  return loaded;
}

/** Call in a fork. A collection that was planned before is put off, by as long as V8 waits after any other. */
function putOffCollection() {
  setFlagsFromString('--no-incremental-marking');
  // The timer of the plan comes before the second of these.
  setImmediate(() => setImmediate(() => setFlagsFromString('--incremental-marking')));
}

/** Returns what to wait for. Modules start to compile and instantiate themselves when they are loaded, and do not wait until that is done. */
function followWebAssembly() {
  const usual = { compile: WebAssembly.compile, instantiate: WebAssembly.instantiate };
  const begun = [];
  for (const [name, own] of Object.entries(usual)) {
    WebAssembly[name] = (...words) => {
      const result = own.apply(WebAssembly, words);
      begun.push(result);
      return result;
    };
  }
  return async () => {
    while (begun.length > 0) {
      await Promise.allSettled(begun.splice(0));
      // What follows from them may begin another.
      await new Promise(setImmediate);
    }
    Object.assign(WebAssembly, usual);
  };
}

module.exports = { loadForForks, putOffCollection };
