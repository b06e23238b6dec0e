/**
 * The options that the project's own `node --test` script gives to Node, which every command for its tests needs: without `--import=tsx` no
 * TypeScript file is loaded. Agrees with `probes/node-test/package-script.mjs`, which reads them for our own trials.
 */
import type { Project } from '../../contract/runner.ts';
import { nearestManifests } from '../manifests.ts';

const WITH_VALUE: readonly string[] = [
  ...['--import', '--require', '-r', '--loader', '--experimental-loader', '--conditions', '-C', '--env-file'],
];
/** Of the runner itself: a command of ours sets them, or they have no meaning for a single file. */
const DROPPED =
  /^--(?:test(?:-reporter.*|-concurrency.*|-name-pattern.*|-skip-pattern.*|-isolation.*|-shard.*|-coverage.*|-force-exit)?|watch.*|experimental-test-coverage|experimental-test-isolation.*)$/;
const DROPPED_WITH_VALUE =
  /^--test-(?:reporter|reporter-destination|concurrency|name-pattern|skip-pattern|shard|isolation)$/;

export function scriptOptions(project: Project, folder: string): readonly string[] {
  const scripts = nearestManifests(project).find((manifest) => manifest.folder === folder)?.json.scripts ?? {};
  // The script `test` first, though its name may come late.
  const commands = [scripts.test, ...Object.values(scripts)].flatMap((text) =>
    String(text ?? '')
      .split(/&&|\|\||;/)
      .map(wordsOf),
  );
  for (const words of commands) {
    const node = words.findIndex((word) => /(^|\/)node$/.test(word));
    if (node !== -1 && words.includes('--test', node)) return optionsIn(words.slice(node + 1));
  }
  return [];
}

function optionsIn(words: readonly string[]): readonly string[] {
  const options: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (WITH_VALUE.includes(word)) options.push(word, rest.shift() ?? '');
    else if (DROPPED_WITH_VALUE.test(word)) rest.shift();
    else if (word.startsWith('-') && !DROPPED.test(word)) options.push(word);
  }
  return options;
}

/** Quotes may appear anywhere in a word: `NODE_OPTIONS='--import tsx'`. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}
