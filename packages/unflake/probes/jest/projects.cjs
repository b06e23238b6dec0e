/** Jest may run several projects at once, each with a configuration of its own. */
'use strict';

/** Other runners lint or check types, and have no tests. Before Jest 27 the name is not resolved. */
function isFollowed({ runner }) {
  return /(?:^|[\\/])jest-runner(?:[\\/]|$)/.test(runner);
}

/**
 * The tests of Jest's own list that can run, by file; a file of several projects belongs to the first. `left`: what does not run, as text.
 */
function byFile(tests, fileName) {
  const found = new Map();
  const left = new Set();
  for (const test of tests) {
    const { config } = test.context;
    const file = fileName(test.path);
    if (!isFollowed(config)) left.add(`left out: files of the runner ${config.runner}`);
    else if (found.has(file))
      left.add(`${file} belongs to several projects; only the first is run (choose one with --selectProjects)`);
    else found.set(file, test);
  }
  return { found, left: [...left] };
}

module.exports = { byFile, isFollowed };
