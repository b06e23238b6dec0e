/** Decides whether this process can be reused for another trial: nothing of the project may be left in it. */
'use strict';

const { setTimeout: pause } = require('node:timers/promises');

/** Pools whose workers are processes. A thread leaves open files and the state of native code behind. */
const PROCESSES = ['forks', 'vmForks'];
/** How long to wait for what a test or a plugin still holds open after the end of Vitest; then the process exits as usual. */
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
      // Exiting would wait for the same, with the same limit.
      const limit = new AbortController();
      const late = pause(vitest.config.teardownTimeout, 'late', { signal: limit.signal });
      if ((await Promise.race([vitest.close(), late])) === 'late') return false;
      limit.abort();
      const deadline = performance.now() + CLOSES_WITHIN_MS;
      while (lasting() > before) {
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
