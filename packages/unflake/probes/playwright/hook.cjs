/**
 * Loaded before Playwright in its main process and in its workers, by `--require`, which forks of Node inherit. Both ask a suite for all
 * its tests: the main process asks a project, to divide its tests among workers, and a worker asks a file, to run them. The hook answers
 * with the selection, in its order.
 */
'use strict';

const { existsSync, readFileSync, realpathSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

const SCRIPT = process.env.UNFLAKE_PLAYWRIGHT;
/** From the main process to its workers: Playwright's own ids of the selected tests, in order. */
const ORDER = `${process.env.UNFLAKE_STREAM}.order`;
/** A worker starts no workers, and processes that its tests fork are not ours. */
const WORKER = /[\\/]lib[\\/](?:common[\\/]process|worker[\\/]\w+)\.js$/;

function install() {
  const [, script] = process.argv;
  const home = dirname(createRequire(realpathSync(SCRIPT)).resolve('playwright/package.json'));
  const started = script !== undefined && existsSync(script) ? realpathSync(script) : '';
  if (started !== realpathSync(SCRIPT) && !started.startsWith(join(home, 'lib'))) return;
  if (WORKER.test(started)) forgetHook();
  const { prototype } = suiteClass(home);
  const { allTests } = prototype;
  prototype.allTests = function () {
    const tests = allTests.call(this);
    if (this._type === 'project') return planned(this);
    return this._type === 'file' && this.parent === undefined ? inOrder(tests) : tests;
  };
  // Without marks `test.only` restricts nothing, and a configuration that forbids it does not complain.
  prototype._getOnlyItems = () => [];
}

/** Older versions have a separate file for it, newer ones one file for everything that the processes share. */
function suiteClass(home) {
  const own = join(home, 'lib', 'common', 'test.js');
  return existsSync(own) ? require(own).Suite : require(join(home, 'lib', 'common', 'index.js')).test.Suite;
}

let plan;

function planned(project) {
  if (plan === undefined) {
    plan = require('./plan-run.cjs').planRun(project.parent);
    for (const test of plan.idOf.keys()) prepare(test);
    writeFileSync(ORDER, JSON.stringify(plan.order.map((test) => test.id)));
  }
  // Missing snapshots are not written into the project. Not every version has a flag for that.
  project._fullProject.fullConfig.configCLIOverrides.updateSnapshots = 'none';
  return plan.testsOf(project);
}

/** The flag does not turn off retries of a block; and tests that may run in parallel would each become a group at the end. */
function prepare(test) {
  test.retries = 0;
  if (process.env.UNFLAKE_WORKERS !== '1') return;
  for (let suite = test.parent; suite; suite = suite.parent)
    if (suite._parallelMode === 'parallel') suite._parallelMode = 'none';
}

let ranks;

/** Tests without an id are still being loaded. Those of a project that others depend on keep their own order. */
function inOrder(tests) {
  if (tests.every(({ id }) => !id) || !existsSync(ORDER)) return tests;
  ranks ??= new Map(JSON.parse(readFileSync(ORDER, 'utf8')).map((id, rank) => [id, rank]));
  if (!tests.every(({ id }) => ranks.has(id))) return tests;
  return tests.toSorted((a, b) => ranks.get(a.id) - ranks.get(b.id));
}

function forgetHook() {
  const at = process.execArgv.indexOf(__filename);
  if (at > 0) process.execArgv.splice(at - 1, 2);
}

install();
