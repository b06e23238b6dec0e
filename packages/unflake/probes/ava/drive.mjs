/**
 * Starts the project's own AVA: `drive.mjs <ava script> <workers> -- <the project's flags and files>`. Without files, those of its package
 * script are used. AVA gives every test file a worker; our code is loaded into each before the project's files.
 */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { givenTo } from '../javascript/package-script.mjs';
import selection from '../javascript/selection.cjs';
import stream from '../javascript/stream.cjs';
import { followWorkers } from './follow-workers.mjs';
import { homeOf, withApi } from './installation.mjs';

const PROBE = fileURLToPath(new URL('./worker.cjs', import.meta.url));
const { chooseFiles, listing, namedFiles } = selection;
const [script, workers, , ...given] = process.argv.slice(2);
const root = process.env.UNFLAKE_ROOT;
const theirs = givenTo(/^(?:.*\/)?ava(?:\.[cm]?js)?$/, root);
const args = given.length > 0 ? given : theirs.args;

for (const [name, value] of Object.entries(theirs.env)) if (name !== 'NODE_OPTIONS') process.env[name] ??= value;
const nodeOptions = theirs.env.NODE_OPTIONS ?? '';
// Only a process that starts with these options loads what they name.
if (process.env.NODE_OPTIONS?.includes(nodeOptions) || nodeOptions === '') await drive();
else startAgain(`${process.env.NODE_OPTIONS ?? ''} ${nodeOptions}`.trim());

async function drive() {
  const { files, missing } = chooseFiles(namedFiles.filter((name) => existsSync(resolve(root, name))));
  for (const id of missing) stream.problem(`missing: no test is called '${id}'`);
  // Without a file AVA would run all of them.
  if (!listing && files.length === 0) return stream.write({ ev: 'done' });

  const home = homeOf(realpathSync(script));
  const chosen = files.map((name) => resolve(root, name));
  await withApi(home, (Api) => runChosen(Api, home, chosen));
  process.argv = [process.argv[0], script, ...args.filter((word) => !/^(?:-w|--watch)$/.test(word))];
  await import(pathToFileURL(script).href);
}

function runChosen(Api, home, files) {
  const { run } = Api.prototype;
  Api.prototype.run = async function (asked) {
    const follower = followWorkers(this);
    Object.assign(this.options, {
      ...how(),
      // AVA resolves modules in different ways over time.
      require: [...new Api({ require: PROBE }).options.require, ...this.options.require],
      environmentVariables: { ...this.options.environmentVariables, ...follower.environment, UNFLAKE_AVA: home },
    });
    const status = await run.call(this, listing ? asked : { ...asked, filter: [], files });
    follower.finish();
    return status;
  };
}

/** Project settings that a trial overrides. */
function how() {
  const always = { cacheEnabled: false, failFast: false, updateSnapshots: false, parallelRuns: null };
  if (listing) return { ...always, serial: false, concurrency: availableParallelism() };
  return workers === '1' ? { ...always, serial: true, concurrency: 1 } : { ...always, concurrency: Number(workers) };
}

function startAgain(options) {
  const child = spawn(process.execPath, process.argv.slice(1), {
    env: { ...process.env, NODE_OPTIONS: options },
    stdio: 'inherit',
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code;
    else process.kill(process.pid, signal);
  });
}
