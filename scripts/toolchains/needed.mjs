/**
 * Everything that the lanes need beyond `npm ci`: what it is, whether it is installed, how to install it, and about how long that takes.
 */
import { fileURLToPath } from 'node:url';
import { BATS } from './bats.mjs';
import { CHROMIUM } from './chromium.mjs';
import { GO } from './go.mjs';
import { GOOGLETEST } from './googletest.mjs';
import { GRADLE, gradleFor, hasGradleFor } from './gradle.mjs';
import { JAVA_COMPILER } from './java.mjs';
import { hasJunitConsole, junitConsole } from './junit-console.mjs';
import { hasMavenFor, MAVEN, mavenFor } from './maven.mjs';
import { NPM_SETS, PYTHON_SETS, setName } from './needed-packages.mjs';
import { hasNpmTools, npmTools } from './npm-tools.mjs';
import { PHPUNIT } from './phpunit.mjs';
import { POSTGRES } from './postgres.mjs';
import { hasPythonTools, PYTHON, pythonTools } from './python.mjs';
import { MINITEST, RSPEC } from './ruby.mjs';
import { CARGO } from './rust.mjs';
import { findSystemTool } from './system-tool.mjs';

/** System programs, installed by one call of the package manager. */
export const SYSTEM_TOOLS = [
  ...[BATS, CHROMIUM, GO, GOOGLETEST, JAVA_COMPILER, MAVEN, GRADLE],
  ...[PHPUNIT, PYTHON, RSPEC, MINITEST, CARGO, POSTGRES],
];

/**
 * What a tool downloads by itself, each with one call, in this order. Seconds are for a machine with two cores and an ordinary connection.
 */
export const DOWNLOADS = [
  ...NPM_SETS.map((specs) => ({
    what: `npm: ${setName(specs)}`,
    seconds: 40,
    isThere: () => hasNpmTools(specs),
    install: () => npmTools(specs),
  })),
  ...PYTHON_SETS.map((specs) => ({
    what: `pip: ${setName(specs)}`,
    seconds: 8,
    isThere: () => hasPythonTools(specs),
    install: () => pythonTools(specs),
  })),
  ...['maven', 'maven-junit4'].map((name) => ({
    what: `Maven: what the project ${name} needs`,
    seconds: 20,
    isThere: () => hasMavenFor(project(name)),
    install: () => mavenFor(project(name), 'PlainTest#passes'),
  })),
  {
    what: 'Gradle: what its project needs',
    seconds: 20,
    isThere: () => hasGradleFor(project('gradle')),
    install: () => gradleFor(project('gradle')),
  },
  { what: "Maven: JUnit's program", seconds: 15, isThere: hasJunitConsole, install: junitConsole },
];

/** @returns {Promise<string[]>} packages of the system that are not there */
export async function missingPackages() {
  const found = await Promise.all(SYSTEM_TOOLS.map(findSystemTool));
  return [...new Set(SYSTEM_TOOLS.filter((_, at) => found[at] === undefined).flatMap(({ packages }) => packages))];
}

/** Of those that are asked for; all of them only after the system's programs are installed. */
export async function missingDownloads(isAskedFor = () => true) {
  const asked = DOWNLOADS.filter(isAskedFor);
  const there = await Promise.all(asked.map(({ isThere }) => isThere()));
  return asked.filter((_, at) => !there[at]);
}

function project(name) {
  return fileURLToPath(new URL(`../../packages/unflake/test/runners/projects/${name}`, import.meta.url));
}
