/** The selection of this trial, read once: everything, a listing, or selected tests in a given order. */
'use strict';

const { readFileSync } = require('node:fs');
const { fileOf } = require('./title-path.cjs');

const listing = process.env.UNFLAKE_LIST === '1';
const path = process.env.UNFLAKE_SELECTION;
const wanted = listing || !path ? null : JSON.parse(readFileSync(path, 'utf8'));

/** File → its ids in the wanted order; files in the order of their first test. */
const byFile = new Map();
for (const id of wanted?.tests ?? []) {
  const file = fileOf(id);
  if (byFile.has(file)) byFile.get(file).push(id);
  else byFile.set(file, [id]);
}

/** The files to run out of those that exist, in order; without a selection all of them by name, because runners' own orders vary. */
function chooseFiles(names) {
  const existing = new Set(names);
  if (wanted === null) return { files: [...existing].sort(), missing: [] };
  const files = [...byFile.keys()];
  return {
    files: files.filter((file) => existing.has(file)),
    missing: files.filter((file) => !existing.has(file)).flatMap((file) => byFile.get(file)),
  };
}

/** The ids wanted from one file; undefined when everything is. */
const chosenIn = (file) => (wanted === null ? undefined : (byFile.get(file) ?? []));

/** The files of the selection, whether they exist or not. */
const namedFiles = [...byFile.keys()];

module.exports = { chooseFiles, chosenIn, listing, namedFiles, repeat: wanted?.repeat ?? 1 };
