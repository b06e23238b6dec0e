/**
 * Starts the project's own Mocha with our preload: `drive.mjs <mocha script> <our flags> -- <the project's flags and files>`. Without
 * files, those of its package script are used.
 */
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
const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));
const watch = mayWatch(process.cwd(), args) ? ['--no-watch'] : [];
process.argv = [process.argv[0], script, '--require', preload, ...ours, ...watch, ...withoutOurs(args)];
await import(pathToFileURL(script).href);
