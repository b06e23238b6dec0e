/** Replaces the tests of a file by the selected ones, in their order; or lists them and runs none. */
'use strict';

const { chosenIn, listing, repeat } = require('../javascript/selection.cjs');
const { fileName, problem, write } = require('../javascript/stream.cjs');
const { formatTitlePath } = require('../javascript/title-path.cjs');
const { executions, tellSkipped } = require('./follow-tests.cjs');

function selectTests(prototype) {
  const { start } = prototype;
  prototype.start = function () {
    const file = fileName(this.file);
    const defined = definedIn(this, file);
    if (listing) {
      if (defined.size > 0) write({ ev: 'collected', file, ids: [...defined.keys()] });
      return this.emit('finish');
    }
    arrange(this, sequenceOf(chosenIn(file), defined));
    return start.call(this);
  };
}

/** Id → task, in the order in which AVA would run them serially; without those that it would skip. */
function definedIn({ file, runOnlyExclusive, tasks }) {
  const all = [...tasks.serial, ...tasks.concurrent, ...tasks.todo];
  const own = all.filter(({ metadata }) => metadata.selected !== false && (!runOnlyExclusive || metadata.exclusive));
  // AVA refuses equal titles in one file.
  return new Map(
    own.map((task) => [formatTitlePath({ file: fileName(file), titles: [task.title], occurrence: 1 }), task]),
  );
}

function sequenceOf(ids, defined) {
  for (const id of new Set(ids)) if (!defined.has(id)) problem(`missing: no test is called '${id}'`);
  const known = ids.filter((id) => defined.has(id));
  const runs = new Map();
  return Array.from({ length: repeat }, () => known)
    .flat()
    .map((id) => {
      const run = runs.get(id) ?? 0;
      runs.set(id, run + 1);
      return { id, run, task: defined.get(id) };
    });
}

function arrange(runner, sequence) {
  const isLeftOut = ({ metadata }) => Boolean(metadata.skipped || metadata.todo);
  const again = sequence.some(({ run }) => run > 0);
  Object.assign(runner.tasks, { serial: [], concurrent: [], todo: [] });
  runner.runOnlyExclusive = false;
  // Attempts of a test have titles, too, and are numbered again in every execution.
  if (again) runner.registerUniqueTitle = () => true;
  // AVA runs no hook of a file without tests to run.
  if (sequence.every(({ task }) => isLeftOut(task))) return sequence.forEach(tellSkipped);

  for (const { id, run, task } of sequence) {
    const metadata = { ...task.metadata, selected: true, exclusive: false, skipped: false, todo: false };
    const placed = { ...task, metadata };
    executions.set(placed, { id, run, leftOut: isLeftOut(task) });
    // Executions of one test are adjacent, or they would not be repetitions.
    const alone = runner.serial || metadata.serial || again;
    runner.tasks[alone ? 'serial' : 'concurrent'].push(placed);
  }
}

module.exports = { selectTests };
