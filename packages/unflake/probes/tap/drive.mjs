/**
 * Runs files of node-tap: `drive.mjs <tap script> <workers> -- <the subject's flags and files>`. Without files, those of its package script
 * are used. tap lists the files and how Node runs them; each is a process that is started here, in the given order.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { givenTo } from '../javascript/package-script.mjs';
import selection from '../javascript/selection.cjs';
import stream from '../javascript/stream.cjs';
import titlePath from '../javascript/title-path.cjs';
import { outcomeOf } from './outcome.mjs';
import { runFile } from './run-file.mjs';
import { readSettings } from './settings.mjs';

const { nowMs, problem, told, write } = stream;
const NOT_BUILT =
  'not supported: the plugins in the configuration of tap are not built yet, so that no test can be run; build them with `npx tap build`';
const [script, workers, , ...given] = process.argv.slice(2);
const root = process.env.UNFLAKE_ROOT;
const theirs = givenTo(/^(?:.*\/)?tap(?:\.m?js)?$/, root);

for (const [name, value] of Object.entries(theirs.env)) process.env[name] ??= value;
try {
  const settings = await readSettings(script, given.length > 0 ? given : theirs.args);
  if (selection.listing) await list(settings);
  else await run(settings);
  write({ ev: 'done' });
} catch (error) {
  problem(`tap could not be started: ${error?.stack ?? error}`);
  process.exitCode = 1;
}

async function list(settings) {
  const files = (await settings.files()).toSorted();
  if (files.length === 0) problem('tap found no test files');
  else if (!settings.pluginsAreBuilt) problem(NOT_BUILT);
  write({ ev: 'collected', ids: files.map((file) => titlePath.formatTitlePath({ file, titles: [], occurrence: 1 })) });
}

async function run(settings) {
  if (!settings.pluginsAreBuilt) return problem(NOT_BUILT);
  const { files, missing } = selection.chooseFiles(
    selection.namedFiles.filter((name) => existsSync(resolve(root, name))),
  );
  for (const id of missing) problem(`missing: no test is called '${id}'`);
  if (files.length === 0) return;
  const broken = await around('before', settings);
  const waiting = [...files];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await runTest(file, settings, broken);
  };
  await Promise.all(Array.from({ length: Number(workers) }, worker));
  await around('after', settings);
}

/** The script that tap runs before or after all files; its exit code counts. Returns the failure, if any. */
async function around(name, settings) {
  const file = settings[name];
  if (file === undefined) return undefined;
  const { code, signal, stdout, stderr } = await runFile(file, settings, root);
  if (code === 0) return undefined;
  const words = `the script of --${name} was ended by ${signal ?? `exit code ${code}`}`;
  problem(words);
  return told({ name: 'Error', message: `${words}\n${stderr || stdout}` });
}

async function runTest(file, settings, broken) {
  const [id] = selection.chosenIn(file);
  write({ ev: 'start', id, run: 0 });
  if (broken !== undefined) return write({ ev: 'end', id, run: 0, outcome: 'errored', ms: null, error: broken });
  const began = nowMs();
  const ended = outcomeOf(await runFile(file, settings, root));
  write({ ev: 'end', id, run: 0, ms: nowMs() - began, ...ended });
  if (ended.outcome === 'crashed') problem(`${file}: ${ended.error.message}`);
}
