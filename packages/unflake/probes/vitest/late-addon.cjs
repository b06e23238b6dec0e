/**
 * Vite 8 has its bundler in native code, which starts threads as soon as it is loaded; in a fork they would be missing. So Vite gets a
 * stand-in for it, and each fork loads the code itself.
 */
'use strict';

const NAME = /[\\/]rolldown-binding[^\\/]*\.node$/;
/** Called when Vite is loaded. It does nothing unless this variable asks for a log. */
const STARTS_LOG = 'initTraceSubscriber';
const LOG = 'RD_LOG';
/** Bound, it can be called and constructed, and has no properties that a proxy must show. */
const ANYTHING = class {};

/** Call before Vite is loaded. Returns what a fork has to call first. */
function loadLate() {
  const { dlopen } = process;
  const late = [];
  process.dlopen = (module, path, ...rest) => {
    if (!NAME.test(path) || LOG in process.env) return dlopen.call(process, module, path, ...rest);
    const prototypes = new Map();
    const load = once(() => {
      const real = { exports: {} };
      dlopen.call(process, real, path, ...rest);
      for (const [name, own] of prototypes) Object.setPrototypeOf(own, real.exports[name]?.prototype ?? null);
      return real.exports;
    });
    module.exports = new Proxy({}, { get: (own, name) => (name in own ? own[name] : standIn(name)) });
    late.push({ module, load });

    function standIn(name) {
      if (typeof name === 'symbol') return undefined;
      if (name === STARTS_LOG) return () => null;
      prototypes.set(name, prototypes.get(name) ?? {});
      return standInFor(() => load()[name], prototypes.get(name));
    }
  };
  return () => {
    process.dlopen = dlopen;
    // Vite reads most of it from this object when it needs it; what it has kept is a stand-in still.
    for (const { module, load } of late) Object.assign(module.exports, load());
  };
}

/** Loads the code when it is used. `prototype`: there already for classes that extend it. */
function standInFor(real, prototype) {
  return new Proxy(ANYTHING.bind(), {
    apply: (_, self, values) => Reflect.apply(real(), self, values),
    construct: (_, values, target) => Reflect.construct(real(), values, target),
    get: (_, key) => (key === 'prototype' ? prototype : Reflect.get(real(), key)),
    has: (_, key) => Reflect.has(real(), key),
    ownKeys: () => Reflect.ownKeys(real()),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(real(), key);
      return found && { ...found, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
  });
}

function once(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

module.exports = { loadLate };
