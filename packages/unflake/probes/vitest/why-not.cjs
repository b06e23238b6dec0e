/** Kinds of projects whose tests our runner cannot reach, in words for the user; undefined when all is well. */
'use strict';

/** @param {readonly object[]} configs the resolved configuration of each project */
function whyNot(configs) {
  for (const config of configs) {
    if (config.browser?.enabled) return 'not supported: the tests run in a browser (browser mode of Vitest)';
    if (config.typecheck?.enabled)
      return 'not supported: type checks are part of the suite; turn them off with --typecheck.enabled=false';
    if (config.runner) return `not supported: the project has a runner of its own, ${config.runner}`;
  }
  return undefined;
}

module.exports = { whyNot };
