/** Finds Maven and a Java compiler for our own tests, or installs them through the system's package manager, once per machine. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installLock } from './install-lock.mjs';
import { JAVA_COMPILER } from './java.mjs';
import { retryDownload } from './retry-download.mjs';
import { systemTool } from './system-tool.mjs';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/unflake-toolchains', import.meta.url));
const run = promisify(execFile);

/** The tests of integration tests need it; Maven fetches it with the rest. */
export const FAILSAFE_VERSION = '3.5.4';
const FAILSAFE_HELP = `org.apache.maven.plugins:maven-failsafe-plugin:${FAILSAFE_VERSION}:help`;

export const MAVEN = { names: ['mvn'], check: ['--version'], packages: ['maven', 'default-jdk-headless'] };

/**
 * The `mvn` on this machine.
 * @returns {Promise<string>}
 */
export async function mavenProgram() {
  await systemTool(JAVA_COMPILER);
  return systemTool(MAVEN);
}

/**
 * Lets Maven fetch what this project needs, by running one of its tests in a copy; once per machine and POM.
 * @param {string} project
 * @param {string} test as `-Dtest` takes it
 * @returns {Promise<string>}
 */
export async function mavenFor(project, test) {
  const maven = await mavenProgram();
  const mark = await markOf(project);
  if (await isFetched(mark)) return maven;
  await mkdir(CACHE, { recursive: true });
  const release = await installLock(`${mark}.lock`);
  process.stderr.write('fetching what a Maven project of our tests needs (once)\n');
  const scratch = await mkdtemp(join(tmpdir(), 'unflake-maven-'));
  try {
    if (await isFetched(mark)) return maven;
    await cp(project, scratch, { recursive: true });
    await retryDownload('mvn', () =>
      // Maven remembers what it could not find; asked for updates it looks again.
      run(maven, ['--batch-mode', '--update-snapshots', 'test', FAILSAFE_HELP, `-Dtest=${test}`], {
        cwd: scratch,
        maxBuffer: 1 << 26,
      }).catch((error) => {
        throw new Error(`Maven cannot run ${test} of ${project}:\n${error.stdout ?? ''}${error.stderr ?? ''}`);
      }),
    );
    await writeFile(mark, 'fetched\n');
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await release();
  }
  return maven;
}

/** True if that was done already. */
export async function hasMavenFor(project) {
  return isFetched(await markOf(project));
}

async function markOf(project) {
  const pom = await readFile(join(project, 'pom.xml'), 'utf8');
  return join(CACHE, `maven-${createHash('sha256').update(pom).update(FAILSAFE_HELP).digest('hex').slice(0, 12)}`);
}

function isFetched(mark) {
  return readFile(mark, 'utf8').then(
    () => true,
    () => false,
  );
}
