/**
 * Records how Surefire and Failsafe would start the tests of each module: Maven builds the project up to its tests, and gets a recorder
 * instead of the JVM. Class paths, flags, properties and the choice of classes are therefore the project's own, whatever its POM says.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchOf } from './fork.mjs';
import { earlyFailsafe, leftOut, startedBefore, usesFailsafe } from './integration-tests.mjs';
import { jvmProperties } from './jvm-properties.mjs';
import { buildProblem } from './problems.mjs';

export { outsideOf } from './parents.mjs';

const RECORD = fileURLToPath(new URL('./record.mjs', import.meta.url));
const KEPT_OUTPUT = 1 << 20;

export async function launchesOf({ program, flags, copy, folder }) {
  const env = mavenEnvironment();
  const about = aboutMaven(program, copy, env);
  const recorder = standIn(folder, about.java);
  const records = join(folder, 'records');
  const repository = localRepository(flags);
  mkdirSync(records, { recursive: true });
  let output = '';
  const outputs = [];
  const run = async (phase, ...more) => {
    const asked = ['jvm', ...jvmProperties(copy, repository)];
    const goal = [phase, ...asked.map((name) => `-D${name}=${recorder}/bin/java`), ...flags];
    output = await maven(program, ['--batch-mode', '--fail-never', ...more, ...goal], { cwd: copy, env });
    return asked.length;
  };
  /** Offline first, so that Maven does not look for newer snapshots. */
  const record = async (phase, ...more) => {
    const before = readdirSync(records).length;
    let asked = await run(phase, '--offline', ...more);
    if (/offline/i.test(output)) {
      for (const name of readdirSync(records).sort().slice(before)) rmSync(join(records, name));
      asked = await run(phase, ...more);
    }
    // Parents that were downloaded only now may name the JVM in their own way.
    const isNews = jvmProperties(copy, repository).length + 1 > asked;
    if (readdirSync(records).length === before && isNews) await run(phase, '--offline', ...more);
    outputs.push(output.replaceAll(`${copy}/`, ''));
  };
  await record('test');
  const before = [];
  // Surefire fails without a JVM, and ends the build of its module: Failsafe has a build of its own.
  if (usesFailsafe(copy, repository)) {
    const early = earlyFailsafe({ folder, java: join(about.java, 'bin', 'java'), maven: about.home });
    await record('process-test-classes', ...early.flags);
    before.push(...startedBefore(early.report, copy));
  }
  const forks = readdirSync(records)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(records, name), 'utf8')));
  const recorded = forks.map((fork) => launchOf(fork, { copy, home: about.java, recorder, env }));
  const launches = eachClassOnce(recorded.flatMap(({ launch }) => launch ?? []));
  const problems = [
    ...recorded.flatMap(({ problem }) => problem ?? []),
    ...(launches.length > 0 ? [...leftOut(copy, launches), ...before] : []),
    ...outputs.flatMap((text) => buildProblem(text, { started: forks.length > 0 }) ?? []),
  ];
  return { launches, problems: [...new Set(problems)] };
}

/** Several executions of Surefire and Failsafe may run a class; the first that does so counts. */
function eachClassOnce(launches) {
  const known = new Set();
  const isNew = (name) => !known.has(name) && known.add(name);
  return launches
    .map((one) => ({ ...one, classes: one.classes.filter((name) => isNew(one.module + name)) }))
    .filter(({ classes }) => classes.length > 0);
}

/** Surefire accepts a program only if its path ends in `bin/java`, and looks for the version next to it. */
function standIn(folder, home) {
  const place = join(folder, 'recorder');
  mkdirSync(join(place, 'bin'), { recursive: true });
  const words = [process.execPath, RECORD, join(folder, 'records'), join(home, 'bin', 'java')].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  writeFileSync(join(place, 'bin', 'java'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 });
  if (existsSync(join(home, 'release'))) copyFileSync(join(home, 'release'), join(place, 'release'));
  return place;
}

/** Where Maven itself is, and the Java that runs it, with which it would start tests. */
function aboutMaven(program, cwd, env) {
  const { stdout = '', stderr = '', error } = spawnSync(program, ['--version'], { cwd, env, encoding: 'utf8' });
  if (error) throw error;
  const java = /^(?:Java version: .*, runtime|Java home): (.*)$/m.exec(stdout)?.[1]?.trim();
  const home = /^Maven home: (.*)$/m.exec(stdout)?.[1]?.trim();
  if (java === undefined) throw new Error(`${program} does not say which Java it uses:\n${stdout}${stderr}`);
  return { java, home };
}

/** Maven's local repository. */
function localRepository(flags) {
  const own = flags.find((flag) => flag.startsWith('-Dmaven.repo.local='));
  return own?.slice(own.indexOf('=') + 1) ?? join(userInfo().homedir || homedir(), '.m2', 'repository');
}

function maven(program, argv, where) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-KEPT_OUTPUT);
      });
    }
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

/** Maven's wrapper stores Maven in the home folder, and a trial's home is empty. */
function mavenEnvironment() {
  const { UNFLAKE_STREAM, UNFLAKE_LIST, UNFLAKE_SELECTION, ...env } = process.env;
  const place = join(userInfo().homedir || homedir(), '.m2');
  return { MAVEN_USER_HOME: place, ...env };
}
