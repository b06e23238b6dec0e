/** Finds which of Jest's two test runners a project uses, and explains why another one is not supported. */
'use strict';

const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const COMMAND = 'or give the test as a command: --runner command -- <command>';

/** @returns {'jest-circus' | 'jest-jasmine2' | undefined} */
function testRunnerOf(path) {
  return /[\\/](jest-circus|jest-jasmine2)[\\/]/.exec(path)?.[1];
}

/** @param configs of the projects that one run has @returns {string | undefined} */
function whyNotTestRunner(configs) {
  const [path, ...others] = [...new Set(configs.map(({ testRunner }) => testRunner))];
  const name = testRunnerOf(path);
  if (name === undefined)
    return `not supported: the project's testRunner is ${path}; jest-circus and jest-jasmine2 are accepted (testRunner: 'jest-circus/runner'), ${COMMAND}`;
  if (others.length > 0)
    return `not supported: the projects have several test runners, ${[path, ...others].join(' and ')}; choose one with --selectProjects, ${COMMAND}`;
  const version = versionOf(path, name);
  // Before 26 it keeps the tests of a block separate from its nested blocks, but our layout needs one list.
  if (name === 'jest-circus' && Number.parseInt(version, 10) < 26)
    return `not supported: the project's testRunner is jest-circus ${version}; jest-circus 26 to 30 and jest-jasmine2 24.7 to 30 are accepted, ${COMMAND}`;
  return undefined;
}

function versionOf(path, name) {
  let folder = dirname(path);
  while (!folder.endsWith(name)) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

module.exports = { testRunnerOf, whyNotTestRunner };
