/**
 * Records how Surefire would start the tests of each module: Maven builds the project up to its tests, and gets a recorder instead of the
 * JVM. Class paths, flags, properties and the choice of classes are therefore the project's own, whatever its POM says.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchOf } from './fork.mjs';
import { jvmProperties } from './jvm-properties.mjs';
import { buildProblem } from './problems.mjs';

export { outsideOf } from './parents.mjs';

const RECORD = fileURLToPath(new URL('./record.mjs', import.meta.url));
const KEPT_OUTPUT = 1 << 20;

export async function launchesOf({ program, flags, copy, folder }) {
  const env = mavenEnvironment();
  const home = javaHome(program, copy, env);
  const recorder = standIn(folder, home);
  const records = join(folder, 'records');
  let output = '';
  const run = async (online) => {
    rmSync(records, { recursive: true, force: true });
    mkdirSync(records);
    const asked = ['jvm', ...jvmProperties(copy, localRepository(flags))];
    const goal = ['test', ...asked.map((name) => `-D${name}=${recorder}/bin/java`), ...flags];
    output = await maven(program, ['--batch-mode', '--fail-never', ...online, ...goal], { cwd: copy, env });
    return asked.length;
  };
  // Offline first, so that Maven does not look for newer snapshots.
  let asked = await run(['--offline']);
  if (/offline/i.test(output)) asked = await run([]);
  // Parents that were downloaded only now may name the JVM in their own way.
  const isNews = () => jvmProperties(copy, localRepository(flags)).length + 1 > asked;
  if (readdirSync(records).length === 0 && isNews()) await run(['--offline']);
  const forks = readdirSync(records)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(records, name), 'utf8')));
  const recorded = forks.map((fork) => launchOf(fork, { copy, home, recorder, env }));
  const launches = recorded.flatMap(({ launch }) => launch ?? []);
  const known = new Set();
  const different = launches.filter(({ module, classes, perClass }) => {
    const key = JSON.stringify([module, classes, perClass]);
    return !known.has(key) && known.add(key);
  });
  const problems = [...new Set(recorded.flatMap(({ problem }) => problem ?? []))];
  const own = buildProblem(output.replaceAll(`${copy}/`, ''), { started: forks.length > 0 });
  return { launches: different, problems: own === null ? problems : [...problems, own] };
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

/** The Java that runs Maven itself, with which it would start tests. */
function javaHome(program, cwd, env) {
  const { stdout = '', stderr = '', error } = spawnSync(program, ['--version'], { cwd, env, encoding: 'utf8' });
  if (error) throw error;
  const home = /^(?:Java version: .*, runtime|Java home): (.*)$/m.exec(stdout)?.[1]?.trim();
  if (home === undefined) throw new Error(`${program} does not say which Java it uses:\n${stdout}${stderr}`);
  return home;
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
