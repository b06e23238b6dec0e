/** Runs a file with jest-jasmine2, whose tree of tests is edited before the first one starts. */
'use strict';

const { followSpecs } = require('./follow-specs.cjs');
const { forgetSnapshots } = require('./forget-snapshots.cjs');
const { jasmineTree } = require('./jasmine-tree.cjs');
const { selectTests } = require('./select-tests.cjs');

function runWithJasmine(jasmine2, file, [globalConfig, config, environment, runtime, ...rest]) {
  const { requireInternalModule } = runtime;
  runtime.requireInternalModule = function (from, name, ...more) {
    const found = requireInternalModule.call(this, from, name, ...more);
    // With a name, it is a request of that module itself.
    return name === undefined && /[\\/]jasmineLight\.js$/.test(from) ? edited(found) : found;
  };

  /** The module that creates Jasmine, once per file. */
  function edited(factory) {
    const create = (options) => {
      const jasmine = factory.create(options);
      const env = jasmine.getEnv();
      const { execute } = env;
      env.execute = function (...args) {
        const tree = jasmineTree(env.topSuite(), () => forgetSnapshots(runtime));
        followSpecs(selectTests(file, tree), env);
        return execute.apply(this, args);
      };
      return jasmine;
    };
    // Its name has changed over time.
    const name = '_interface' in factory ? '_interface' : 'interface';
    return { ...factory, create, [name]: (jasmine, env) => oneByOne(factory[name](jasmine, env), env) };
  }

  // Recording the place of a definition would need wrappers around the functions that define tests.
  return jasmine2(globalConfig, { ...config, testLocationInResults: false }, environment, runtime, ...rest);
}

/** Jasmine starts concurrent tests while the file is still loading, even during a listing. Here they wait for their turn. */
function oneByOne(functions, env) {
  const concurrent = (...args) => env.it(...args);
  concurrent.only = (...args) => env.fit(...args);
  concurrent.skip = (...args) => env.xit(...args);
  const fixed = (value) => ({ configurable: true, get: () => value, set() {} });
  Object.defineProperty(functions.it, 'concurrent', fixed(concurrent));
  Object.defineProperty(functions.fit, 'concurrent', fixed(concurrent.only));
  return functions;
}

module.exports = { runWithJasmine };
