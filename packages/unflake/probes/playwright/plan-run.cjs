/** The Playwright tests of this trial and their order: the selected ones, and the projects that they depend on. */
'use strict';

const { chooseFiles, chosenIn } = require('../javascript/selection.cjs');
const { fileOf } = require('../javascript/title-path.cjs');
const { nameTests, neededBy, testsIn } = require('./name-tests.cjs');

function planRun(rootSuite) {
  const idOf = nameTests(rootSuite);
  const byId = new Map([...idOf].map(([test, id]) => [id, test]));
  const { files, missing } = chooseFiles([...byId.keys()].map(fileOf));
  const wanted = chosenIn('') === undefined ? [...byId.keys()] : files.flatMap(chosenIn);
  const order = wanted.filter((id) => byId.has(id)).map((id) => byId.get(id));
  const chosen = new Set(order);
  const needed = helpersOf(rootSuite.suites, chosen);
  return {
    /** Ids of every test, in the order in which Playwright would run them. */
    idOf,
    order,
    missing: [...missing, ...wanted.filter((id) => !byId.has(id))],
    isChosen: (test) => chosen.has(test),
    /** Others depend on such a project as a whole, whatever was selected. */
    testsOf: (project) => {
      if (needed.has(project.title)) return testsIn(project);
      const own = new Set(testsIn(project));
      return order.filter((test) => own.has(test));
    },
  };
}

/** The names of the set-up and tear-down projects of those with a selected test. */
function helpersOf(suites, chosen) {
  const holders = suites.filter((suite) => testsIn(suite).some((test) => chosen.has(test)));
  const setUps = new Set(holders.flatMap((suite) => neededBy(suite, suites)));
  const tearDowns = suites
    .map((suite) => suite.project())
    .filter(({ name }) => setUps.has(name))
    .flatMap(({ teardown }) => teardown ?? []);
  return new Set([...setUps, ...tearDowns]);
}

module.exports = { planRun };
