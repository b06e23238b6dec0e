/** Jest loads most of itself on first use. Here a process that waits for its trial loads it: Jest's own code and what that needs. */
'use strict';

const { createRequire } = require('node:module');

/** Each package behind the one that needs it, from @jest/core on. What a version does not have is left out. */
const CHAINS = [
  ['jest-runner', 'jest-runtime'],
  ['jest-haste-map'],
  ['jest-resolve'],
  ['jest-resolve-dependencies'],
  ['jest-watcher'],
  ['jest-snapshot'],
  ['@jest/reporters', 'string-length'],
  ['@jest/transform', 'write-file-atomic'],
  ['jest-config', 'jest-circus/runner'],
  ['jest-config', 'jest-environment-node', '@jest/fake-timers', '@sinonjs/fake-timers'],
  ['jest-config', 'parse-json'],
  ['jest-config', 'strip-json-comments'],
  ['jest-config', 'babel-jest', '@babel/core', '@babel/helper-compilation-targets', 'browserslist'],
  ['jest-config', 'babel-jest', 'babel-preset-jest'],
];

/** @param {NodeRequire} fromCli of jest-cli */
function loadAhead(fromCli) {
  for (const name of ['yargs', 'exit-x', '@jest/core']) loadChain(fromCli, [name]);
  const fromCore = createRequire(fromCli.resolve('@jest/core'));
  for (const chain of CHAINS) loadChain(fromCore, chain);
}

function loadChain(from, [name, ...rest]) {
  try {
    from(name);
    if (rest.length > 0) loadChain(createRequire(from.resolve(name)), rest);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
  }
}

module.exports = { loadAhead };
