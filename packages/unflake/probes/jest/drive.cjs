/**
 * Starts the project's own Jest with our runner, sequencer and reporter: `drive.cjs <jest script> <our flags> -- <the project's flags>`. It
 * reads the configuration first, because we can only wrap runners that we know.
 */
'use strict';

const { spawn } = require('node:child_process');
const { existsSync, readFileSync, realpathSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { serves, waitAtGate } = require('../javascript/gate.cjs');
const { loadForForks, putOffCollection } = require('../javascript/load-for-forks.cjs');
const { problem } = require('../javascript/stream.cjs');
const { loadAhead } = require('./load-ahead.cjs');
const { isFollowed } = require('./projects.cjs');
const { whyNotTestRunner } = require('./test-runner.cjs');

const OUR_PARTS = [
  `--testRunner=${join(__dirname, 'runner.cjs')}`,
  `--testSequencer=${join(__dirname, 'sequencer.cjs')}`,
  '--reporters=default',
  `--reporters=${join(__dirname, 'reporter.cjs')}`,
];

// Without this flag of node Jest cannot load ES modules; it must be given when the process starts.
const MODULES_FLAG = '--experimental-vm-modules';

async function drive([script, ...args]) {
  // Jest's own script does this, and libraries behave accordingly.
  process.env.NODE_ENV ??= 'test';
  const fromJest = createRequire(realpathSync(script));
  // Jest itself does not depend on its core in every version, its command line does.
  const fromCli = createRequire(fromJest.resolve('jest-cli'));
  if (serves()) {
    await loadForForks(async () => loadAhead(fromCli));
    waitAtGate();
    putOffCollection();
  } else {
    if (process.env.UNFLAKE_GATE !== undefined) loadAhead(fromCli);
    waitAtGate();
  }
  const { readConfigs } = createRequire(fromCli.resolve('@jest/core'))('jest-config');
  if (wantsModules()) return again();
  const border = args.indexOf('--');
  const ours = args.slice(0, border);
  const theirs = args.slice(border + 1);
  const { configs } = await readConfigs({ _: [], $0: 'jest', ...given(theirs) }, [process.cwd()]);
  const followed = configs.filter(isFollowed);
  const refusal = whyNot(configs, followed);
  if (refusal) {
    problem(refusal);
    process.exitCode = 1;
    return;
  }
  process.env.UNFLAKE_JEST_RUNNER = followed[0].testRunner;
  await fromJest('jest-cli').run([...theirs, ...ours, ...OUR_PARTS]);
}

/** The project starts Jest with the flag in a script of its manifest, but we were started without it. */
function wantsModules() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((text) => text.includes(MODULES_FLAG));
  if (given || !existsSync('package.json')) return false;
  const { scripts = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.values(scripts).some((text) => String(text).includes(MODULES_FLAG));
}

function again() {
  const child = spawn(process.execPath, [...process.execArgv, MODULES_FLAG, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  child.on('exit', (code, signal) => {
    // Exits like the child, so that the engine sees what a person would.
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

/** The two flags that select the configuration; the rest cannot change the runner. */
function given(flags) {
  const values = {};
  flags.forEach((flag, index) => {
    const [, name, value] = /^(?:--(config|rootDir)|-c)(?:=(.*))?$/.exec(flag) ?? [];
    if (name || flag.startsWith('-c')) values[name ?? 'config'] = value ?? flags[index + 1];
  });
  return values;
}

function whyNot(configs, followed) {
  if (followed.length === 0)
    return `not supported: the project's runner is ${configs[0].runner}; only jest-runner can be followed`;
  return whyNotTestRunner(followed);
}

drive(process.argv.slice(2)).catch((error) => {
  problem(`Jest could not be started: ${error?.stack ?? error}`);
  process.exitCode = 1;
});
