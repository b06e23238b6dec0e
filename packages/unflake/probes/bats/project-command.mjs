/** How the project itself starts BATS: `bats --recursive test/unit` in a script, a Makefile or a workflow says which files are its tests. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PLACES = [
  'package.json',
  'Makefile',
  'makefile',
  'GNUmakefile',
  'justfile',
  'test/run',
  'script/test',
  'scripts/test',
  '.travis.yml',
];
const WORKFLOWS = '.github/workflows';
const COMMAND = /(?:^|[\s/"'`({}])bats((?:[ \t]+[^\s;&|)]+)+)/gm;
const WITH_VALUE = new Set([
  '-f',
  '--filter',
  '-F',
  '--formatter',
  '-j',
  '--jobs',
  '-o',
  '--output',
  '--report-formatter',
  '--filter-tags',
  '--filter-status',
  '--gather-test-outputs-in',
]);

/** @returns {{ paths: string[], recursive: boolean } | null} null where no such command names a path that is there */
export function projectCommand(root) {
  for (const text of texts(root)) {
    for (const [, words] of text.matchAll(COMMAND)) {
      const command = readWords(
        root,
        words.split(/\s+/).map((word) => word.replace(/\\?["',]/g, '').replace(/^\.\//, '')),
      );
      if (command.paths.length > 0) return command;
    }
  }
  return null;
}

function readWords(root, words) {
  const paths = [];
  let recursive = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (WITH_VALUE.has(word)) at += 1;
    else if (word === '-r' || word === '--recursive') recursive = true;
    else if (word !== '' && !word.startsWith('-')) paths.push(...existing(root, word));
  }
  return { paths, recursive };
}

/** A path of the project, or the folder of `test/*.bats`. */
function existing(root, word) {
  const path = word.replace(/\/\*\.bats$/, '').replace(/\/$/, '');
  return statSync(join(root, path), { throwIfNoEntry: false }) === undefined ? [] : [path];
}

function texts(root) {
  const folder = join(root, WORKFLOWS);
  const workflows = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).sort() : [];
  const files = [...PLACES, ...workflows.map((name) => `${WORKFLOWS}/${name}`)].map((name) => join(root, name));
  return files
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => readFileSync(file, 'utf8'));
}
