/** Jest asks a sequencer for the order of files; ours also leaves out those that hold no chosen test. */
'use strict';

const { chooseFiles, listing } = require('../javascript/selection.cjs');
const { fileName, problem } = require('../javascript/stream.cjs');
const { byFile } = require('./projects.cjs');

module.exports = class {
  sort(tests) {
    const { found, left } = byFile(tests, fileName);
    const { files, missing } = chooseFiles(found.keys());
    // Known from the listing.
    for (const text of listing ? left : []) problem(text);
    for (const id of missing) problem(`no such test: ${id}`);
    return files.map((file) => found.get(file));
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
};
