/**
 * Starts the project's own Mocha with our preload: `drive.mjs <mocha script> <our flags> -- <the project's flags and files>`. Without
 * files, those of its package script are used.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mochaScript } from './package-script.mjs';
import { withoutOurs } from './project-flags.mjs';
import { mayWatch } from './watching.mjs';

const require = createRequire(import.meta.url);
const { serves, waitAtGate } = require('../javascript/gate.cjs');
const { loadForForks, putOffCollection } = require('../javascript/load-for-forks.cjs');
const [script, ...words] = process.argv.slice(2);
const border = words.indexOf('--');
const ours = words.slice(0, border);
const given = words.slice(border + 1);
const { version } = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(script)), 'utf8'));
const release = Number.parseInt(version, 10);
// Before version 6 the script starts another process, and refuses to be told what it does anyway.
const isEarly = release < 6;

if (serves()) {
  await loadForForks(loadMocha);
  waitAtGate();
  putOffCollection();
} else if (process.env.UNFLAKE_GATE !== undefined) {
  await loadMocha();
  waitAtGate();
}
const { args, env } = given.length > 0 ? { args: given, env: {} } : mochaScript(process.cwd());
for (const [name, value] of Object.entries(env)) process.env[name] ??= value;
process.env.UNFLAKE_MOCHA = script;
const start = isEarly ? script.replace(/[^/]*$/, '_mocha') : script;
const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));
const settings = [...ours, ...(mayWatch(process.cwd(), args) ? ['--no-watch'] : [])];
const own = isEarly ? settings.filter((word) => !word.startsWith('--no-')) : settings;
process.argv = [process.argv[0], start, '--require', preload, ...own, ...withoutOurs(args)];
await import(pathToFileURL(start).href);

/** What Mocha loads itself before it reads the project, as far as this version has it. */
async function loadMocha() {
  const parts = ['lib/cli/cli.js', 'lib/cli/options.cjs', 'lib/cli/options.js', 'lib/mocha.cjs', 'lib/mocha.js'];
  for (const part of parts) {
    const url = new URL(`../${part}`, pathToFileURL(script));
    if (existsSync(url)) await import(url.href);
  }
}
