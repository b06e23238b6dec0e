/** Jest asks a sequencer for the order of files; ours also leaves out those that hold no chosen test. */
'use strict';

const { chooseFiles } = require('../javascript/selection.cjs');
const { fileName, problem } = require('../javascript/stream.cjs');

module.exports = class {
  sort(tests) {
    const byName = new Map(tests.map((test) => [fileName(test.path), test]));
    const { files, missing } = chooseFiles(byName.keys());
    for (const id of missing) problem(`no such test: ${id}`);
    return files.map((file) => byName.get(file));
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
};
