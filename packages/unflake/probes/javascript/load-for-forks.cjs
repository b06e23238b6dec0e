/**
 * Loads code that forks of this process will run. Functions are compiled now, because each fork would compile those that it calls; garbage
 * is collected now, because each fork would collect it and so copy the memory that it shares with us.
 */
'use strict';

const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

async function loadForForks(load) {
  setFlagsFromString('--no-lazy');
  const loaded = await load();
  setFlagsFromString('--lazy');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--no-expose-gc');
  return loaded;
}

module.exports = { loadForForks };
