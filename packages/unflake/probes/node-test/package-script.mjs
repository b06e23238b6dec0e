/** The files of the project's own `node --test` script, and the options that node needs to load them. */
import { scriptCommands } from '../javascript/package-script.mjs';
import { borpFiles } from './borp-script.mjs';

const WITH_VALUE = new Set([
  '--import',
  '--require',
  '-r',
  '--loader',
  '--experimental-loader',
  '--conditions',
  '-C',
  '--env-file',
]);
// Set by us, or without meaning for a single file.
const DROPPED =
  /^--(?:test(?:-reporter.*|-concurrency.*|-name-pattern.*|-skip-pattern.*|-isolation.*|-shard.*|-coverage.*|-force-exit)?|watch.*|experimental-test-coverage|experimental-test-isolation.*)$/;
const DROPPED_WITH_VALUE =
  /^--test-(?:reporter|reporter-destination|concurrency|name-pattern|skip-pattern|shard|isolation)$/;

export function nodeTestScript(root) {
  const commands = scriptCommands(root);
  const words = commands.find(isNodeTest);
  return words ? readWords(words) : { files: borpFiles(root, commands) ?? [], nodeOptions: [] };
}

function isNodeTest(words) {
  const node = words.findIndex((word) => /(^|\/)node$/.test(word));
  return node !== -1 && words.indexOf('--test', node) !== -1;
}

function readWords(words) {
  const files = [];
  const nodeOptions = [];
  const rest = words.slice(words.findIndex((word) => /(^|\/)node$/.test(word)) + 1);
  while (rest.length > 0) {
    const word = rest.shift();
    if (!word.startsWith('-')) files.push(word);
    else if (WITH_VALUE.has(word)) nodeOptions.push(word, rest.shift() ?? '');
    else if (DROPPED_WITH_VALUE.test(word)) rest.shift();
    else if (!DROPPED.test(word)) nodeOptions.push(word);
  }
  return { files, nodeOptions };
}
