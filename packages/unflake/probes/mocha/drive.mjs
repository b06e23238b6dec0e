/**
 * Starts the project's own Mocha with our preload: `drive.mjs <mocha script> <our flags> -- <the project's flags and files>`. Without
 * files, those of its package script are used.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mochaScript } from './package-script.mjs';
import { withoutOurs } from './project-flags.mjs';
import { mayWatch } from './watching.mjs';

const [script, ...words] = process.argv.slice(2);
const border = words.indexOf('--');
const ours = words.slice(0, border);
const given = words.slice(border + 1);
const { args, env } = given.length > 0 ? { args: given, env: {} } : mochaScript(process.cwd());

for (const [name, value] of Object.entries(env)) process.env[name] ??= value;
process.env.UNFLAKE_MOCHA = script;
const { version } = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(script)), 'utf8'));
// Before version 6 the script starts another process, and refuses to be told what it does anyway.
const isEarly = Number.parseInt(version, 10) < 6;
const start = isEarly ? script.replace(/[^/]*$/, '_mocha') : script;
const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));
const settings = [...ours, ...(mayWatch(process.cwd(), args) ? ['--no-watch'] : [])];
const own = isEarly ? settings.filter((word) => !word.startsWith('--no-')) : settings;
process.argv = [process.argv[0], start, '--require', preload, ...own, ...withoutOurs(args)];
await import(pathToFileURL(start).href);
