/** Decides whether this process can be reused for another trial: nothing of the project may be left in it. */
'use strict';

const { setTimeout: pause } = require('node:timers/promises');

/** Pools whose workers are processes. A thread leaves open files and the state of native code behind. */
const PROCESSES = ['forks', 'vmForks'];
/** How long to wait for what a test or a plugin holds open; then the process exits as usual. */
const CLOSES_WITHIN_MS = 1000;
/** Servers, sockets, watchers, processes and threads; timers and pending reads end by themselves. */
const LASTING = /Wrap$|^MessagePort$|^Worker$/;

/** True if no code of the tests ran here: neither the tests nor their global set-up. */
function ranElsewhere(vitest, specifications) {
  return (
    specifications.every(({ pool }) => PROCESSES.includes(pool)) &&
    [vitest, ...vitest.projects].every(({ config }) => [config.globalSetup ?? []].flat().length === 0)
  );
}

/**
 * The state of this process before a trial. `isBackTo` closes the Vitest of that trial and restores what it can; false if something is
 * left.
 */
function surroundings() {
  const env = { ...process.env };
  const cwd = process.cwd();
  const before = lasting();
  return {
    async isBackTo(vitest) {
      const deadline = performance.now() + CLOSES_WITHIN_MS;
      let closed = false;
      vitest.close().then(() => {
        closed = true;
      });
      while (!closed || lasting() > before) {
        if (performance.now() > deadline) return false;
        await pause(1);
      }
      for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
      for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
      return process.cwd() === cwd;
    },
  };
}

const lasting = () => process.getActiveResourcesInfo().filter((kind) => LASTING.test(kind)).length;

module.exports = { ranElsewhere, surroundings };
