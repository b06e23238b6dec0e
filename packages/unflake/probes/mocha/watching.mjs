/**
 * Whether the project's settings may enable Mocha's watch mode. Only then is `--no-watch` given: Node has a flag of that name, so Mocha
 * would start a second process for it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const WATCH = /["']?\bwatch\b["']?\s*[:=]/;

export function mayWatch(root, args) {
  const named = args.flatMap((word, at) => {
    const [, inline] = /^--(?:config|package|opts)(?:=(.*))?$/.exec(word) ?? [];
    return /^--(?:config|package|opts)(?:=|$)/.test(word) ? [inline ?? args[at + 1] ?? ''] : [];
  });
  const usual = readdirSync(root)
    .sort()
    .filter((name) => name.startsWith('.mocharc') || name === 'package.json');
  return [...usual.map((name) => join(root, name)), ...named.map((name) => resolve(root, name))].some(
    (path) => existsSync(path) && WATCH.test(readFileSync(path, 'utf8')),
  );
}
