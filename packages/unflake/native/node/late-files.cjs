/**
 * Delays the start of the project's asynchronous file operations: writes or reads. Work that the test does not await is then reliably late,
 * or reliably done. Operations that runners and libraries start themselves are not delayed.
 */
'use strict';
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join, sep } = require('node:path');

// Saved now, because tests may replace them.
const { setTimeout } = globalThis;
const LATER_MS = 40;
const MAX_FRAMES = 50;
const OURS = [__dirname, join(__dirname, '..', '..', 'probes')].map((folder) => folder + sep);
const A_FILE = /[ (](?:file:\/\/)?\//;

const OPERATIONS = {
  writes:
    'appendFile copyFile cp link mkdir mkdtemp rename rm rmdir symlink truncate unlink utimes write writeFile writev'.split(
      ' ',
    ),
  reads: 'access exists lstat opendir read readdir readFile readlink readv realpath stat'.split(' '),
};

exports.lateFiles = function lateFiles(which) {
  for (const name of OPERATIONS[which] ?? []) {
    if (fs[name]) replace(fs, name, (work, self, given) => void setTimeout(() => work.apply(self, given), LATER_MS));
    if (fs.promises[name])
      replace(fs.promises, name, async (work, self, given) => {
        await new Promise((go) => setTimeout(go, LATER_MS));
        return work.apply(self, given);
      });
  }
  syncBuiltinESMExports();

  function replace(place, name, later) {
    const work = place[name];
    const replaced = function (...given) {
      return isOfProject() ? later(work, this, given) : work.apply(this, given);
    };
    place[name] = Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(work));
  }
};

/** True if a file that belongs neither to a runner nor to a library is in the call stack. */
function isOfProject() {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = MAX_FRAMES;
  const { stack } = new Error();
  Error.stackTraceLimit = before;
  return stack.split('\n').some((line) => A_FILE.test(line) && !isElsewhere(line));
}

const isElsewhere = (line) => line.includes(`${sep}node_modules${sep}`) || OURS.some((folder) => line.includes(folder));
