/**
 * Starts a program that may be a wrapper, once: `resolve-shim.mjs <program> <arguments>…`. The arguments make whatever it starts print its own
 * path and its environment as JSON; told is that path, and how its environment differs from the one that the wrapper was given.
 */
import { execFileSync } from 'node:child_process';

/** Set by any shell, or by Python itself where the locale is C; none of them is what a wrapper is for. */
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
