/** Loaded by Mocha before the first file: loads only the requested files, edits the tree of tests and follows the run. */
'use strict';

const { existsSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { fileName, problem, write } = require('../javascript/stream.cjs');
const { followRun } = require('./follow-run.cjs');
const { selectTests } = require('./select-tests.cjs');
const { chooseFiles, listing } = require('./selection.cjs');

// From version 12 on the library is split into modules, with this one for `require`.
const library = ['mocha.cjs', 'mocha.js']
  .map((name) => join(process.env.UNFLAKE_MOCHA, '../../lib', name))
  .find(existsSync);
const Mocha = require(library);
const { Runnable, Runner, Suite } = Mocha;
const { loadFiles, loadFilesAsync, run: runMocha } = Mocha.prototype;
const { run, runTest } = Runner.prototype;
const loaded = new Set();
const unloadable = new Set();
let tellsEnd = false;

/** One file at a time, so that a file that does not load affects no other. */
Mocha.prototype.loadFilesAsync = async function (...args) {
  const files = chosen(this);
  for (const file of files) {
    try {
      await loadFilesAsync.apply(onlyWith(this, file), args);
    } catch (error) {
      notLoaded(file, error);
    }
  }
  this.files = files;
};

/** Before Mocha 7.1 files are loaded when the run starts, and only by `require`. */
Mocha.prototype.loadFiles = function (...args) {
  const files = chosen(this);
  for (const file of files) {
    try {
      loadFiles.apply(onlyWith(this, file), args);
    } catch (error) {
      notLoaded(file, error);
    }
  }
  this.files = files;
};

Mocha.prototype.run = function (...args) {
  // In parallel mode workers load the files, and this process only distributes them.
  const parallel = !this.isWorker && (this._runnerClass ?? Runner) !== Runner;
  tellsEnd = !parallel && !this.isWorker;
  if (parallel) this.files = chosen(this);
  const runner = runMocha.apply(this, args);
  if (parallel) {
    runner.on('fail', (runnable, error) => {
      // The workers report tests and hooks themselves.
      if (runnable.type !== 'test' && runnable.type !== 'hook') problem(`a worker ended: ${error?.stack ?? error}`);
    });
    runner.on('end', tellDone);
  }
  return runner;
};

Runner.prototype.run = function (...args) {
  const follow = followRun(this);
  // Not later: before version 8 a run without tests ends at once.
  if (tellsEnd) this.on('end', tellDone);
  const prepare = () => follow.expect(selectTests(this, { loaded, unloadable }));
  // We report the tests after a failed hook ourselves.
  if (this._opts) this._opts.failHookAffectedTests = false;
  // With --delay the tests are defined later. Before version 8 a runner has no options.
  if (this._opts?.delay ?? this._delay) this.suite.prependOnceListener('run', prepare);
  else prepare();
  return run.apply(this, args);
};

Runner.prototype.runTest = function (done) {
  const { test } = this;
  const ended = test?.unflake?.body();
  return runTest.call(this, (...args) => {
    ended?.();
    return done(...args);
  });
};

// this.retries() may be called anywhere, also while tests run.
for (const { prototype } of [Runnable, Suite]) {
  prototype.retries = function (...args) {
    return args.length === 0 ? 0 : this;
  };
}

Suite.prototype.bail = function (...args) {
  return args.length === 0 ? false : this;
};

if (listing) {
  Mocha.prototype.hasGlobalSetupFixtures = () => false;
  Mocha.prototype.hasGlobalTeardownFixtures = () => false;
}

function tellDone() {
  write({ ev: 'done' });
}

function onlyWith(mocha, file) {
  mocha.files = [file];
  loaded.add(fileName(file));
  return mocha;
}

function notLoaded(file, error) {
  unloadable.add(file);
  problem(`${fileName(file)} could not be loaded: ${error?.stack ?? error}`);
}

function chosen(mocha) {
  const byName = new Map(mocha.files.map((file) => [fileName(resolve(file)), resolve(file)]));
  const wanted = chooseFiles(byName.keys());
  if (wanted === null) return [...byName.values()];
  // Files of --file are loaded before all others, and may have no test.
  const first = [mocha.options.file ?? []].flat().map((file) => resolve(file));
  if (!mocha.isWorker) for (const id of wanted.missing) problem(`no such test: ${id}`);
  return [...new Set([...first, ...wanted.files.map((name) => byName.get(name))])];
}
