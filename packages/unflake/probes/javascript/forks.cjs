/**
 * Runs each trial in a fork of this process, which has loaded the runner and nothing of the project. Needs native/fork, which keeps Node's own
 * threads alive in a fork.
 */
'use strict';

const { randomFillSync } = require('node:crypto');
const { closeSync, readSync, writeSync } = require('node:fs');

/** The path of native/fork, which is also in LD_PRELOAD. */
const { UNFLAKE_FORK } = process.env;
/** Options with which Node loads modules before the probe. They may be those of the project. */
const LOADS = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)(?:[\s=]|$)/;
/** Each number that is drawn and thrown away takes less than a tenth of a microsecond. */
const MAX_DISCARDED = 1 << 14;

/** Returns in the forks only. */
function serveForks(gate) {
  const options = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ');
  if (LOADS.test(options)) throw new Error(`modules are loaded before the runner: ${options}`);
  const { fork, pid, wait } = loadAddon();
  let report = Buffer.from('.');
  const word = Buffer.alloc(1);
  for (;;) {
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

function loadAddon() {
  if (UNFLAKE_FORK === undefined) throw new Error('UNFLAKE_FORK does not name a file');
  const loaded = { exports: {} };
  process.dlopen(loaded, UNFLAKE_FORK);
  hide();
  return loaded.exports;
}

/** From the tests and their child processes. */
function hide() {
  delete process.env.UNFLAKE_FORK;
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

module.exports = { serveForks };
