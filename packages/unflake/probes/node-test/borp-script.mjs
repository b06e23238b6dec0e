/** The files that the project passes to borp, a runner of node:test files: by its scripts, or by .borp.yaml. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DEFAULT = '**/*.test.{cjs,mjs,js}';
const WITH_VALUE =
  /^(?:-[CXitr]|--(?:concurrency|coverage-exclude|ignore|timeout|reporter|lines|functions|branches|statements))$/;

/** The files of all its scripts together, null if no script starts it. A suite may be split over several scripts. */
export function borpFiles(root, commands) {
  const starts = commands.filter((words) => words.some((word) => /(?:^|\/)borp$/.test(word)));
  if (starts.length === 0) return null;
  const given = starts.flatMap((words) =>
    patterns(words.slice(words.findIndex((word) => /(?:^|\/)borp$/.test(word)) + 1)),
  );
  const files = given.length > 0 ? given : configured(root);
  return [...new Set(files.length > 0 ? files : [DEFAULT])];
}

function patterns(words) {
  return words.flatMap((word, at) => {
    if (WITH_VALUE.test(words[at - 1] ?? '')) return [];
    return word.startsWith('-') ? [] : [word];
  });
}

/** Only its list of files is read. */
function configured(root) {
  const path = join(root, '.borp.yaml');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const list = /^files:\s*\n((?:[ \t]*-.*\n?)+)/m.exec(text)?.[1] ?? '';
  const entries = [...list.matchAll(/^[ \t]*-\s*['"]?([^'"\n]+?)['"]?\s*$/gm)].map(([, pattern]) => pattern);
  return entries.filter((pattern) => !pattern.startsWith('!'));
}
