/** What a test file gets instead of node:test: the same names, whose definitions we collect. */
import * as nodeTest from 'node:test';
import { defineHook, defineSuite, defineTest } from './definitions.mjs';

const VARIANTS = ['skip', 'todo', 'only', 'expectFailure'];

function standIn(define, real) {
  const shim = (...args) => define(real, args);
  for (const name of VARIANTS) {
    if (typeof real[name] !== 'function') continue;
    const variant = (...args) => real[name](...args);
    variant.skips = name === 'skip';
    shim[name] = (...args) => define(variant, args);
  }
  return shim;
}

export const test = standIn(defineTest, nodeTest.test);
export const it = standIn(defineTest, nodeTest.it);
export const describe = standIn(defineSuite, nodeTest.describe);
export const suite = standIn(defineSuite, nodeTest.suite ?? nodeTest.describe);
export const before = (...args) => defineHook(nodeTest.before, 'before', args);
export const after = (...args) => defineHook(nodeTest.after, 'after', args);
export const beforeEach = (...args) => defineHook(nodeTest.beforeEach, 'beforeEach', args);
export const afterEach = (...args) => defineHook(nodeTest.afterEach, 'afterEach', args);
export const { skip, todo, only } = test;
export const { mock, run, snapshot, assert } = nodeTest;

// `import test from 'node:test'` and `require('node:test')` return a function with everything else as properties.
Object.assign(test, { ...nodeTest.default, ...test });
Object.assign(test, { test, it, describe, suite, before, after, beforeEach, afterEach });
export default test;
