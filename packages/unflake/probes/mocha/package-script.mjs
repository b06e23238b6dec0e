/** What the project's own script gives to Mocha: `NODE_ENV=test mocha --recursive test/unit` has files, flags and variables. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = /^(?:.*\/)?_?mocha(?:\.js)?$/;
const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/;

export function mochaScript(root) {
  const path = join(root, 'package.json');
  const scripts = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')).scripts ?? {}) : {};
  const commands = [scripts.test, ...Object.values(scripts)].flatMap((text) => String(text ?? '').split(/&&|\|\||;/));
  const words = commands.map(wordsOf).find((all) => all.some((word) => PROGRAM.test(word)));
  if (words === undefined) return { args: [], env: {} };
  const at = words.findIndex((word) => PROGRAM.test(word));
  const variables = words.slice(0, at).flatMap((word) => {
    const [, name, value] = VARIABLE.exec(word) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  return { args: words.slice(at + 1), env: Object.fromEntries(variables) };
}

function wordsOf(command) {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  );
}
