/** What the project's own scripts pass to a program: `NODE_ENV=test mocha --recursive test/unit` has files, flags and variables. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/s;

/** The commands of all scripts as words, that of `test` first. */
export function scriptCommands(root) {
  const path = join(root, 'package.json');
  const scripts = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')).scripts ?? {}) : {};
  return [scripts.test, ...Object.values(scripts)].flatMap((text) =>
    String(text ?? '')
      .split(/&&|\|\||;/)
      .map(wordsOf),
  );
}

/** @param {RegExp} program for the word that starts it, with or without its folder */
export function givenTo(program, root) {
  const words = scriptCommands(root).find((all) => all.some((word) => program.test(word)));
  if (words === undefined) return { args: [], env: {} };
  const at = words.findIndex((word) => program.test(word));
  const variables = words.slice(0, at).flatMap((word) => {
    const [, name, value] = VARIABLE.exec(word) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  return { args: words.slice(at + 1), env: Object.fromEntries(variables) };
}

/** Quotes may appear anywhere in a word: `NODE_OPTIONS='--import tsx'`. */
function wordsOf(command) {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
}
