/**
 * Loaded by AVA into the worker of a test file before the project's code: selects among the tests that the file declares and follows them.
 */
'use strict';

const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { followTests } = require('./follow-tests.cjs');
const { selectTests } = require('./select-tests.cjs');

const RUNNER = pathToFileURL(join(process.env.UNFLAKE_AVA, 'lib/runner.js')).href;

// Hidden from the tests and their child processes; the tags identify the processes.
for (const name of Object.keys(process.env)) if (/^UNFLAKE_(?!TAG_)/.test(name)) delete process.env[name];

const ready = import(RUNNER).then(({ default: Runner }) => {
  followTests(Runner.prototype);
  selectTests(Runner.prototype);
  // New snapshots are not written into the project.
  Runner.prototype.saveSnapshotState = () => ({ touchedFiles: undefined });
  return {};
});

// Up to AVA 5 the worker awaits the module itself, later the result of its function.
const load = () => ready;
// biome-ignore lint/suspicious/noThenProperty: AVA awaits it.
load.then = (...listeners) => ready.then(...listeners);
module.exports = load;
