/**
 * JUnit's console launcher, which runs compiled tests of JUnit 4 and 5 without a build tool: downloaded through Maven, once per machine.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mavenProgram } from './maven.mjs';
import { retryDownload } from './retry-download.mjs';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/unflake-toolchains', import.meta.url));
const NEEDED = { 'org.junit.platform:junit-platform-console-standalone': '1.12.2', 'junit:junit': '4.13.2' };
const FOLDER = join(CACHE, `junit-console-${Object.values(NEEDED).join('-')}`);
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/**
 * The jars that belong on its class path.
 * @returns {Promise<string[]>}
 */
export async function junitConsole() {
  const known = await jarsIn(FOLDER);
  if (known.length > 0) return known;
  process.stderr.write("fetching JUnit's program for the command line (once)\n");
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'junit-console-'));
  try {
    await writeFile(join(scratch, 'pom.xml'), pom());
    const argv = ['--batch-mode', '--quiet', '--update-snapshots', COPY, `-DoutputDirectory=${join(scratch, 'jars')}`];
    const maven = await mavenProgram();
    await retryDownload('mvn', () =>
      promisify(execFile)(maven, argv, { cwd: scratch }).catch((error) => {
        throw new Error(`Maven cannot fetch JUnit's program:\n${error.stdout ?? ''}${error.stderr ?? ''}`);
      }),
    );
    await rename(join(scratch, 'jars'), FOLDER).catch((error) => {
      // Another process was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return jarsIn(FOLDER);
}

/** True if they are there already. */
export async function hasJunitConsole() {
  return (await jarsIn(FOLDER)).length > 0;
}

async function jarsIn(folder) {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort().map((name) => join(folder, name));
}

function pom() {
  const dependencies = Object.entries(NEEDED).map(([name, version]) => {
    const [group, artifact] = name.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>x</groupId><artifactId>console</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>${dependencies.join('')}</dependencies></project>
`;
}
