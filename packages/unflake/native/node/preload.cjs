/**
 * Loaded before every Node program of a trial. Seeds Math.random and the random bytes and ids of node:crypto, shifts the wall clock where
 * our preload library could not be built, and delays file operations.
 */
'use strict';
const vm = require('node:vm');

const { UNFLAKE_RANDOM_SEED: seed, UNFLAKE_CLOCK_IN_RUNTIME: inRuntime, UNFLAKE_CLOCK_SHIFT_MS: shift } = process.env;
const { UNFLAKE_LATE_FILES: late } = process.env;

// Every context draws its first numbers on first use, so that contexts created later are seeded too.
if (seed) {
  require('node:v8').setFlagsFromString(`--random-seed=${seed}`);
  require('./seeded-crypto.cjs').seedCrypto(seed);
}

if (late) require('./late-files.cjs').lateFiles(late);

if (inRuntime && Number(shift)) {
  vm.runInThisContext(`(${shiftDate})`)(Number(shift));
  // Test runners give each file a context with its own Date.
  const { createContext } = vm;
  vm.createContext = (...given) => {
    const context = createContext(...given);
    vm.runInContext(`(${shiftDate})`, context)(Number(shift));
    return context;
  };
}

function shiftDate(ms) {
  const Real = Date;
  const now = () => Real.now() + ms;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, asked) => Reflect.construct(target, given.length > 0 ? given : [now()], asked),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  Object.defineProperty(Real.prototype, 'constructor', { value: globalThis.Date, writable: true, configurable: true });
}
