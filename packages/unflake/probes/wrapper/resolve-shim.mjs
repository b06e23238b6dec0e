/**
 * Starts a program that may be a version manager's shim, once: `resolve-shim.mjs <program> <arguments>…`. The arguments make the real
 * program print its path and environment as JSON. Prints that path, and how its environment differs from the one given to the shim.
 */
import { execFileSync } from 'node:child_process';

/** Set by any shell, or by Python itself where the locale is C; not the purpose of a shim. */
const NOT_THEIRS = /^(?:_|SHLVL|PWD|OLDPWD|LANG|LC_\w+)$/;
/** What the two languages decode differently. */
const UNDECODED = /[\ud800-\udfff\ufffd]/;

const [program, ...args] = process.argv.slice(2);
const stdout = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const [path, seen] = JSON.parse(stdout.trim().split('\n').at(-1));
const names = [...new Set([...Object.keys(process.env), ...Object.keys(seen)])].sort();
const env = names
  .filter((name) => seen[name] !== process.env[name] && !NOT_THEIRS.test(name) && !UNDECODED.test(seen[name] ?? ''))
  .map((name) => [name, seen[name] ?? null]);
console.log(JSON.stringify({ path, env: Object.fromEntries(env) }));
