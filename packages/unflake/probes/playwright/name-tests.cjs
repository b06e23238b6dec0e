/**
 * Playwright's tests in the order in which they run, each with its id: file and titles, and between them the project if there are several.
 */
'use strict';

const { fileName } = require('../javascript/stream.cjs');
const { numberIds } = require('../javascript/title-path.cjs');

/** @returns {Map<object, string>} */
function nameTests(rootSuite) {
  const places = inPhases(rootSuite.suites).flatMap((project) => testsIn(project).map(placeOf));
  const idOf = new Map();
  for (const [file, inFile] of byFile(places)) {
    const ids = numberIds(
      file,
      inFile.map(({ titles }) => titles),
    );
    for (const [at, { test }] of inFile.entries()) idOf.set(test, ids[at]);
  }
  return new Map(places.map(({ test }) => [test, idOf.get(test)]));
}

function byFile(places) {
  const files = new Map();
  for (const place of places) {
    if (files.has(place.file)) files.get(place.file).push(place);
    else files.set(place.file, [place]);
  }
  return files;
}

/** Not by `allTests`, for which the hook returns the selection. */
function testsIn(suite) {
  return suite._entries.flatMap((entry) => (Array.isArray(entry._entries) ? testsIn(entry) : [entry]));
}

function placeOf(test) {
  const suites = [];
  for (let suite = test.parent; suite; suite = suite.parent) suites.unshift(suite);
  const [, project, file, ...blocks] = suites;
  const several = project._fullProject.fullConfig.config.projects.length > 1;
  // A block without a title has none in Playwright's own names either.
  const titles = [...blocks.map(({ title }) => title).filter((title) => title !== ''), test.title];
  return {
    test,
    file: fileName(test._requireFile ?? file.location.file),
    titles: several ? [`[${project.title}]`, ...titles] : titles,
  };
}

/** A project runs after those that it depends on; a tear-down project runs after all that needed the set-up. */
function inPhases(suites) {
  const ordered = [];
  let left = suites;
  while (left.length > 0) {
    const names = new Set(left.map(({ title }) => title));
    const ready = left.filter((suite) => !waitsFor(suite, suites).some((name) => names.has(name)));
    const next = ready.length > 0 ? ready : left;
    ordered.push(...next);
    left = left.filter((suite) => !next.includes(suite));
  }
  return ordered;
}

function waitsFor(suite, suites) {
  const { name, dependencies = [] } = suite.project();
  const setUps = suites.filter((other) => other.project().teardown === name).map(({ title }) => title);
  const dependents = suites.filter((other) => neededBy(other, suites).some((needed) => setUps.includes(needed)));
  return [...dependencies, ...setUps, ...dependents.map(({ title }) => title).filter((title) => title !== name)];
}

/** The names of all projects that must run before this one. */
function neededBy(suite, suites) {
  const { dependencies = [] } = suite.project();
  const further = suites.filter(({ title }) => dependencies.includes(title)).flatMap((one) => neededBy(one, suites));
  return [...dependencies, ...further];
}

module.exports = { nameTests, neededBy, testsIn };
