/** Finds Gradle and a Java compiler for our own tests, or installs them through the system's package manager, once per machine. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installLock } from './install-lock.mjs';
import { JAVA_COMPILER } from './java.mjs';
import { retryDownload } from './retry-download.mjs';
import { systemTool } from './system-tool.mjs';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/unflake-toolchains', import.meta.url));

export const GRADLE = { names: ['gradle'], check: ['--version'], packages: ['gradle', 'default-jdk-headless'] };

/** The report `dependencies` loads no jar, and succeeds when something cannot be loaded. */
const FETCHES = '\ntask fetches { doLast { println configurations.testRuntimeClasspath.files } }\n';

/**
 * The `gradle` on this machine.
 * @returns {Promise<string>}
 */
export async function gradleProgram() {
  await systemTool(JAVA_COMPILER);
  return systemTool(GRADLE);
}

/**
 * The `gradle` on this machine, which has fetched what the project in this folder needs; once per machine and build script.
 * @param {string} project
 * @returns {Promise<string>}
 */
export async function gradleFor(project) {
  const gradle = await gradleProgram();
  const mark = await markOf(project);
  if (await isFetched(mark)) return gradle;
  await mkdir(CACHE, { recursive: true });
  const release = await installLock(`${mark}.lock`);
  process.stderr.write('fetching what a Gradle project of our tests needs (once)\n');
  const scratch = await mkdtemp(join(tmpdir(), 'unflake-gradle-'));
  try {
    if (await isFetched(mark)) return gradle;
    await cp(project, scratch, { recursive: true });
    await appendFile(join(scratch, 'build.gradle'), FETCHES);
    const argv = ['--no-daemon', '--console=plain', 'fetches'];
    await retryDownload('gradle', () =>
      promisify(execFile)(gradle, argv, { cwd: scratch, maxBuffer: 1 << 26 }).catch((error) => {
        throw new Error(`Gradle cannot resolve what ${project} needs:\n${error.stdout ?? ''}${error.stderr ?? ''}`);
      }),
    );
    await writeFile(mark, 'fetched\n');
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await release();
  }
  return gradle;
}

/** True if that was done already. */
export async function hasGradleFor(project) {
  return isFetched(await markOf(project));
}

async function markOf(project) {
  const script = await readFile(join(project, 'build.gradle'), 'utf8');
  return join(CACHE, `gradle-${createHash('sha256').update(script).digest('hex').slice(0, 12)}`);
}

function isFetched(mark) {
  return readFile(mark, 'utf8').then(
    () => true,
    () => false,
  );
}
