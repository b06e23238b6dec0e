/**
 * Runs each trial in a fork of this process, which has loaded the runner and nothing of the project. Needs native/fork, which keeps Node's own
 * threads alive in a fork.
 */
'use strict';

const { randomFillSync } = require('node:crypto');
const { closeSync, readSync, writeSync } = require('node:fs');

/** The paths of native/fork, which is also in LD_PRELOAD, and of native/relay. */
const { UNFLAKE_FORK, UNFLAKE_RELAY } = process.env;
/** Options with which Node loads modules before the probe. They may be those of the project. */
const LOADS = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)(?:[\s=]|$)/;
/** Each number that is drawn and thrown away takes less than a tenth of a microsecond. */
const MAX_DISCARDED = 1 << 14;

/** Returns in the forks only. `betweenTrials` is called before each wait for the next trial. */
function serveForks(gate, betweenTrials = () => {}) {
  refuseLoaded(process.execArgv);
  const { foreignThreads, fork, pid, wait } = loadAddon();
  hide();
  let report = Buffer.from('.');
  const word = Buffer.alloc(1);
  for (;;) {
    betweenTrials();
    if (foreignThreads() > 0) throw new Error('the runner has started threads of its own');
    writeSync(gate, report);
    // The engine is gone.
    if (readSync(gate, word) === 0) process.exit(0);
    const child = fork();
    if (child === 0) break;
    if (child < 0) throw new Error('this process cannot be forked');
    report = Buffer.from(wait(child));
  }
  closeSync(gate);
  renew(pid());
}

/** `options`: those of Node with which the process was started. */
function refuseLoaded(options) {
  const all = [process.env.NODE_OPTIONS ?? '', ...options].join(' ');
  if (LOADS.test(all)) throw new Error(`modules are loaded before the runner: ${all}`);
}

function loadAddon() {
  if (UNFLAKE_FORK === undefined) throw new Error('UNFLAKE_FORK does not name a file');
  const loaded = { exports: {} };
  process.dlopen(loaded, UNFLAKE_FORK);
  return loaded.exports;
}

/** From the tests and their child processes. */
function hide() {
  delete process.env.UNFLAKE_FORK;
  delete process.env.UNFLAKE_RELAY;
  const others = (process.env.LD_PRELOAD ?? '').split(':').filter((path) => path !== UNFLAKE_FORK);
  if (others.length > 0) process.env.LD_PRELOAD = others.join(':');
  else delete process.env.LD_PRELOAD;
}

/** What a new process would have for itself. Node's cryptography notices the fork. */
function renew(pid) {
  Object.defineProperty(process, 'pid', { ...Object.getOwnPropertyDescriptor(process, 'pid'), value: pid });
  const [own, ofContexts] = randomFillSync(new Uint32Array(2));
  // unflake-allow unseeded-random: numbers of the server are thrown away
  for (let left = own % MAX_DISCARDED; left > 0; left -= 1) Math.random();
  // V8 takes the seed of Math.random() in a new context from the numbers that it also gives to keys of weak sets.
  const keys = new WeakSet();
  for (let left = ofContexts % MAX_DISCARDED; left > 0; left -= 1) keys.add({});
}

module.exports = { hide, loadAddon, refuseLoaded, relay: UNFLAKE_RELAY, renew, serveForks };
