/**
 * Starts the project's own Vitest with our runner: `drive.mjs <vitest script> <workers> <cache folder> -- <the project's flags>`. The
 * command line of Vitest can set neither runner nor sequencer; its API can.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { forkWorkersOf, noteWorkers, startTemplate } from './worker-processes.mjs';

const require = createRequire(import.meta.url);
const { serves, waitAtGate } = require('../javascript/gate.cjs');
const { loadForForks, putOffCollection } = require('../javascript/load-for-forks.cjs');
const { fileName, problem, restart, serializeError, write } = require('../javascript/stream.cjs');
const { ranElsewhere, surroundings } = require('./process-reuse.cjs');
const { loadLate } = require('./late-addon.cjs');
const { inBrowser, leftOut, whyNot } = require('./unsupported-config.cjs');

const RUNNER = fileURLToPath(new URL('runner.mjs', import.meta.url));
const OUR_FILES = fileURLToPath(new URL('..', import.meta.url));

async function drive([script, workers, cacheDir, , ...theirs]) {
  // What Vitest's own command line sets before it reads the configuration.
  Object.assign(process.env, { TEST: 'true', VITEST: 'true', NODE_ENV: process.env.NODE_ENV ?? 'test' });
  // The runner, inside a worker, must extend the same class that this Vitest uses.
  process.env.UNFLAKE_VITEST = realpathSync(script);
  const { createVitest, parse, way: first } = serves() ? await inFork(cacheDir, theirs) : await inProcess(theirs);
  if (process.env.UNFLAKE_LIST === '1') noteWorkers(cacheDir);
  let way = first;
  for (;;) {
    const here = surroundings();
    const { options, filter } = parse();
    const overrides = { ...options, ...ourOptions(workers) };
    const vitest = await createVitest('test', overrides, { cacheDir });
    const configs = vitest.projects.map((project) => project.config);
    const refusal = whyNot(configs);
    if (refusal) problem(refusal);
    // Known from the listing.
    else if (process.env.UNFLAKE_LIST === '1') for (const text of leftOut(configs)) problem(text);
    const elsewhere = !refusal && (await run(vitest, filter));
    // Before closing, because closing may hang on what tests left open.
    write({ ev: 'done' });
    if (way === null || !elsewhere || !(await here.isBackTo(vitest))) return vitest.exit(true);
    const { exitCode } = process;
    process.exitCode = undefined;
    restart();
    way = way.comeBack(exitCode ?? 0);
  }
}

async function inProcess(theirs) {
  const { createVitest, parse } = await vitestItself(theirs);
  return { createVitest, parse, way: waitAtGate() };
}

/** Returns in the forks only. */
async function inFork(cacheDir, theirs) {
  const template = startTemplate(cacheDir);
  const loadAddons = loadLate();
  const { createVitest, parsed } = await loadForForks(async () => {
    const { createVitest, parse } = await vitestItself(theirs);
    return { createVitest, parsed: parse() };
  });
  // The template answers when it is ready, and when it has ended what a trial has left.
  waitAtGate(() => template?.endWorkers());
  putOffCollection();
  loadAddons();
  if (template !== null) forkWorkersOf(template);
  return { createVitest, parse: () => parsed, way: null };
}

async function vitestItself(theirs) {
  const fromVitest = createRequire(process.env.UNFLAKE_VITEST);
  const { createVitest, parseCLI } = await import(pathToFileURL(fromVitest.resolve('vitest/node')).href);
  return { createVitest, parse: () => parseCLI(['vitest', 'run', ...theirs]) };
}

function ourOptions(workers) {
  const serial = { fileParallelism: false, maxConcurrency: 1 };
  const parallel = { fileParallelism: true, maxWorkers: Number(workers), minWorkers: 1 };
  return {
    watch: false,
    bail: 0,
    // No timings, snapshots or coverage are written into the project.
    cache: false,
    update: false,
    coverage: { enabled: false },
    ui: false,
    api: false,
    reporters: ['default'],
    allowOnly: true,
    passWithNoTests: true,
    sequence: { sequencer: GivenOrder, shuffle: false },
    ...(workers === '1' ? serial : parallel),
  };
}

/** True if everything passed, in processes other than this one. */
async function run(vitest, filter) {
  for (const { config } of [vitest, ...vitest.projects]) {
    config.runner = RUNNER;
    config.snapshotOptions.updateSnapshot = 'none';
    if (config.typecheck) config.typecheck.enabled = false;
  }
  for (const { vite, server } of [vitest, ...vitest.projects]) mayServe((vite ?? server).config.server, OUR_FILES);
  vitest.snapshot.options.updateSnapshot = 'none';
  // The names of these three have changed over time; before 1.6 the reporters must be called by hand.
  await (vitest.standalone ?? vitest.init ?? reportStart).call(vitest);
  const specifications = await (vitest.globTestSpecifications ?? vitest.globTestFiles).call(vitest, filter);
  const byName = new Map();
  for (const specification of specifications) {
    // Before 2.1 it is a pair of project and path.
    const name = fileName(specification.moduleId ?? specification[1]);
    if (inBrowser((specification.project ?? specification[0]).config)) continue;
    if (byName.has(name))
      problem(`${name} belongs to several projects; only the first is run (choose one with --project)`);
    else byName.set(name, specification);
  }
  // Not before the process is resumed, and again each time.
  delete require.cache[require.resolve('../javascript/selection.cjs')];
  const { chooseFiles } = require('../javascript/selection.cjs');
  const { files, missing } = chooseFiles(byName.keys());
  for (const id of missing) problem(`no such test: ${id}`);
  if (files.length === 0) return false;
  const chosen = files.map((file) => byName.get(file));
  await (vitest.runTestSpecifications ?? vitest.runFiles).call(vitest, chosen);
  const unhandledErrors = vitest.state.getUnhandledErrors();
  for (const error of unhandledErrors) {
    const { type, message, stack } = serializeError(error);
    problem(`unhandled: ${stack || `${type}: ${message}`}`);
  }
  return unhandledErrors.length === 0 && missing.length === 0 && ranElsewhere(vitest, chosen);
}

/** Vite serves files of the project alone, and our runner may be installed elsewhere. */
function mayServe(server, folder) {
  if (!server.fs.allow.includes(folder)) server.fs.allow.push(folder);
}

function reportStart() {
  return this.report('onInit', this);
}

/** Files are already in the order of the trial; Vitest would sort them by size and past durations. */
class GivenOrder {
  sort(specifications) {
    return specifications;
  }

  shard(specifications) {
    return specifications;
  }
}

drive(process.argv.slice(2)).catch((error) => {
  problem(`Vitest could not be started: ${error?.stack ?? error}`);
  process.exit(1);
});
