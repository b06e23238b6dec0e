/** Starts one JVM with our probe, as the build tool would start it for the project's tests. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { placeFlags, quickFlags } from './java-home.mjs';
import { formatProperties } from './properties-file.mjs';

/**
 * What a build tool's fork was recorded as.
 * @typedef {object} Launch
 * @property {string} module in front of the ids: empty, or a folder that ends in a slash
 * @property {string} java the program
 * @property {string[]} flags for the JVM, without class path and main class
 * @property {string[]} classPath absolute
 * @property {string[]} outputs folders of the project's own classes
 * @property {string[]} sources folders of its texts, relative to `cwd`
 * @property {string} cwd absolute, in the copy
 * @property {Record<string, string>} env added or changed
 * @property {Record<string, string>} system properties that are set after the start
 * @property {'platform' | 'junit4'} junit
 * @property {string[]} classes in the order of the suite
 * @property {boolean} perClass a JVM for every class
 * @property {Record<string, string[]>} filters tags, notTags, engines, notEngines
 * @property {Record<string, string>} parameters of the JUnit Platform
 * @property {string} probe folder of our own classes
 */

// One argument may have 131,071 bytes on Linux.
const MAX_CLASS_PATH = 120_000;
const SOURCES = ['java', 'kotlin', 'groovy', 'scala'].flatMap((name) => [`src/test/${name}`, `src/main/${name}`]);

/** `tests` in order, or null to list all. `before`: what earlier JVMs of this trial have run. `turn` counts the JVMs; `moved` maps a path of the copy to its current location. */
export async function launch(one, { tests, before = [], repeat, stream, turn, moved, timeoutMs }) {
  const settings = `${stream}.${turn}.properties`;
  const finished = `${stream}.${turn}.finished`;
  const { system, classes } = one;
  const basedir = system.basedir === undefined ? {} : { basedir: moved(system.basedir) };
  const selection = tests === null ? { list: '1', classes } : { tests, before, classes: classesOf(tests, one) };
  const lasting = settingsOf({ ...one, system: { ...system, ...basedir } });
  writeFileSync(settings, `${lasting}${formatProperties({ stream, finished, repeat, ...selection })}`);
  const ending = await start(one, settings, moved, timeoutMs);
  return { ...ending, finished: existsSync(finished) };
}

/** The settings that are the same for each start of this JVM. */
export function settingsOf({ module, junit, filters, parameters, system, outputs, sources = SOURCES }) {
  const prefix = (name, values) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [name + key, value]));
  return formatProperties({
    ...{ junit, module, outputs, sources, ...filters },
    ...prefix('parameters.', parameters),
    ...prefix('system.', system),
  });
}

/** Only requested classes are loaded. */
function classesOf(tests, { module, classes }) {
  const wanted = new Set(tests.map((id) => id.slice(module.length).split('::')[0]));
  return classes.filter((name) => wanted.has(name));
}

/** In a file if they are too long for an argument. */
export function classPathWords(paths, file) {
  const path = paths.join(':');
  if (path.length <= MAX_CLASS_PATH) return ['-cp', path];
  writeFileSync(file, `-cp "${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"\n`);
  return [`@${file}`];
}

/** Without the variables that only our drivers read. Values that a condition sets for the tests, such as a clock, stay. */
function environmentOf({ env }) {
  const { UNFLAKE_STREAM, UNFLAKE_LIST, UNFLAKE_SELECTION, ...own } = process.env;
  return { ...own, ...env };
}

function start(one, settings, moved, timeout) {
  const { java, flags, classPath, probe, cwd } = one;
  const env = environmentOf(one);
  const argv = [
    ...quickFlags(flags),
    ...placeFlags(env, flags),
    ...flags,
    ...classPathWords([...classPath, probe], `${settings}.args`),
    ...['unflake.Probe', settings],
  ];
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'inherit', 'inherit'];
    const child = spawn(java, argv, { cwd: moved(cwd), env, stdio, timeout, killSignal: 'SIGKILL' });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}
