/** The selection of this trial, read once: everything, a listing, or selected tests in a given order. */
'use strict';

const { readFileSync } = require('node:fs');
const { fileOf } = require('../javascript/title-path.cjs');

const listing = process.env.UNFLAKE_LIST === '1';
const path = process.env.UNFLAKE_SELECTION;
const { tests, repeat } = listing || !path ? { tests: null, repeat: 1 } : JSON.parse(readFileSync(path, 'utf8'));

/** In the order of their first tests, and the tests of files that do not exist; null for everything. */
function chooseFiles(names) {
  if (tests === null) return null;
  const existing = new Set(names);
  const files = [...new Set(tests.map(fileOf))];
  return {
    files: files.filter((file) => existing.has(file)),
    missing: tests.filter((id) => !existing.has(fileOf(id))),
  };
}

/** The selected tests of these files, in order; undefined for everything. */
function testsIn(files) {
  return tests?.filter((id) => files.has(fileOf(id)));
}

module.exports = { chooseFiles, listing, repeat, testsIn };
