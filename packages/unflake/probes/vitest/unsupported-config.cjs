/** Parts of a suite that our runner cannot run, as text for the user. */
'use strict';

/** Why none of the projects can run; undefined if all can. `configs`: the resolved configuration of each. */
function whyNot(configs) {
  if (configs.length > 0 && configs.every(inBrowser))
    return 'not supported: the tests run in a browser (browser mode of Vitest)';
  const own = configs.find(({ runner }) => runner);
  return own && `not supported: the project has a runner of its own, ${own.runner}`;
}

/** What does not run although the rest does. */
function leftOut(configs) {
  return [
    ...(configs.some(inBrowser) ? ['left out: projects whose tests run in a browser (browser mode of Vitest)'] : []),
    ...(configs.some(({ typecheck }) => typecheck?.enabled)
      ? ['left out: type checks; Vitest compiles their files and runs nothing of them']
      : []),
  ];
}

function inBrowser({ browser }) {
  return browser?.enabled === true;
}

module.exports = { inBrowser, leftOut, whyNot };
