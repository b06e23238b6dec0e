/** Edits Vitest's tree of one file: only the selected tests, in their order, as often as requested. Returns the id of each test in it. */
'use strict';

const { arrange } = require('../javascript/arrange.cjs');
const { chosenIn, listing, repeat } = require('../javascript/selection.cjs');
const { fileName, problem, serializeError, write } = require('../javascript/stream.cjs');
const { numberIds } = require('../javascript/title-path.cjs');

function selectTasks(file, hooks) {
  const name = fileName(file.filepath);
  if (file.result?.state === 'fail') {
    for (const error of file.result.errors ?? [])
      problem(`${name}: ${serializeError(error).stack || serializeError(error).message}`);
    return new Map();
  }
  const blocksOf = blocksUnder(file);
  const tests = [...blocksOf.keys()];
  const ids = numberIds(
    name,
    tests.map((test) => [...blocksOf.get(test), test].map((task) => task.name)),
  );
  write({ ev: 'collected', ids });
  for (const test of tests) {
    test.retry = 0;
    test.repeats = 0;
  }
  if (listing) {
    file.mode = 'skip';
    return new Map();
  }
  const byId = new Map(ids.map((id, index) => [id, tests[index]]));
  const chosen = chosenIn(name) ?? ids;
  for (const id of chosen) if (!byId.has(id)) problem(`no such test: ${id}`);
  const found = chosen.filter((id) => byId.has(id));
  layOut(
    file,
    found.map((id) => byId.get(id)),
    { ...hooks, blocksOf },
  );
  return new Map(found.map((id) => [byId.get(id), id]));
}

function layOut(file, order, { getHooks, copySuite, blocksOf }) {
  const used = new Set();
  const tree = {
    blocksOf: (test) => blocksOf.get(test),
    open: (block, parent) => {
      const opened = used.has(block) ? copySuite(block) : block;
      used.add(block);
      Object.assign(opened, { tasks: [], shuffle: false });
      parent.tasks.push(opened);
      return opened;
    },
    // The same object every time: its name, context and hooks are attached to it, and a start resets the last result.
    put: (test, parent) => parent.tasks.push(test),
  };
  Object.assign(file, { tasks: [], shuffle: false });
  if (repeat === 1) return arrange(file, order, tree);
  // Each repetition is a block with the file's hooks around it; the file keeps those around each test.
  const turns = Array.from({ length: repeat }, () => copySuite(file));
  const { aroundAll } = getHooks(file);
  Object.assign(getHooks(file), { beforeAll: [], afterAll: [], ...(aroundAll && { aroundAll: [] }) });
  for (const again of turns) {
    delete again.filepath;
    Object.assign(again, { tasks: [], file, suite: undefined });
    file.tasks.push(again);
    arrange(again, order, tree);
  }
}

function testsUnder(suite) {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsUnder(task) : [task]));
}

/**
 * Each test with its describe blocks, from the outermost to the innermost. Read downwards, because upwards Vitest 1 has a nameless suite
 * instead of the file.
 */
function blocksUnder(suite, blocks = []) {
  return new Map(
    suite.tasks.flatMap((task) =>
      task.type === 'suite' ? [...blocksUnder(task, [...blocks, task])] : [[task, blocks]],
    ),
  );
}

module.exports = { selectTasks, testsUnder };
