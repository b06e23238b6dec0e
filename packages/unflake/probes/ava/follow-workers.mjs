/** Follows AVA's workers from its main process: failures of whole files, and tests that died with a worker. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { followStream } from '../javascript/follow-stream.mjs';
import selection from '../javascript/selection.cjs';
import stream from '../javascript/stream.cjs';
import titlePath from '../javascript/title-path.cjs';

const { fileName, problem, write } = stream;
const STREAM = process.env.UNFLAKE_STREAM;
// Workers list concurrently, so the results are sorted afterwards.
const PART = `${STREAM}.listed`;

/** AVA's report of a file, as text. `null` if it is reported elsewhere. */
const WORDS = {
  'internal-error': ({ err }) => `AVA broke: ${textOf(err)}`,
  'missing-ava-import': () => 'does not import AVA',
  'process-exit': () => 'a test called process.exit()',
  'shared-worker-error': ({ err }) => `a shared worker broke: ${textOf(err)}`,
  timeout: ({ period }) => `AVA ended its workers after ${period} ms without a result`,
  'uncaught-exception': ({ err }) => `an exception nobody caught: ${textOf(err)}`,
  'unhandled-rejection': ({ err }) => `a rejection nobody handled: ${textOf(err)}`,
  'worker-failed': ({ err, nonZeroExitCode, signal }) => {
    if (err) return `the worker broke: ${textOf(err)}`;
    return signal ? `the worker was ended by ${signal}` : `the worker ended with exit code ${nonZeroExitCode}`;
  },
};

export function followWorkers(api) {
  let planned = [];
  /** File → its first problem. */
  const endings = new Map();
  let timedOut;

  api.on('run', (event) => {
    const plan = event?.data ?? event;
    planned = api.options.sortTestFiles ? plan.files.map(fileName) : plan.files.map(fileName).sort();
    plan.status.on('stateChange', (change) => note(change?.data ?? change));
  });

  function note(event) {
    const words = WORDS[event.type]?.(event);
    if (words === undefined) return;
    if (event.type === 'timeout') timedOut = words;
    const file = event.testFile === undefined ? undefined : fileName(event.testFile);
    // The worker that was broken by an exception also ends with an exit code.
    if (event.type === 'worker-failed' && endings.has(file)) return;
    if (!endings.has(file)) endings.set(file, { type: event.type, words, failure: failureOf(event.err) });
    problem(file === undefined ? words : `${file}: ${words}`);
  }

  function finish() {
    if (selection.listing) tellListing();
    else if (existsSync(STREAM)) followStream(STREAM)().forEach(tellOpen);
    write({ ev: 'done' });
  }

  /** A test that started and did not end died with its worker. */
  function tellOpen({ id, run }) {
    const file = titlePath.fileOf(id);
    const ending = endings.get(file);
    const outcome = timedOut === undefined || ending ? 'crashed' : 'timed-out';
    const words = ending?.words ?? timedOut ?? 'the worker ended before the test did';
    if (ending === undefined && timedOut === undefined) problem(`${file}: ${words}`);
    write({ ev: 'end', id, run, outcome, ms: null, error: ending?.failure ?? { type: outcome, message: words } });
  }

  function tellListing() {
    const lines = existsSync(PART) ? readFileSync(PART, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(PART, { force: true });
    const found = new Map(lines.map((line) => JSON.parse(line)).map(({ file, ids }) => [file, ids]));
    if (planned.length === 0) problem('AVA found no test files');
    for (const file of planned) {
      // Before AVA 5 it is undefined whether tests above the line that threw still run.
      if (endings.get(file)?.type === 'uncaught-exception') continue;
      if (found.has(file)) write({ ev: 'collected', ids: found.get(file) });
      else if (!endings.has(file)) problem(`${file}: no tests were found`);
    }
  }

  return { finish, environment: selection.listing ? { UNFLAKE_STREAM: PART } : {} };
}

function failureOf(error) {
  if (!error) return undefined;
  const { name, message, stack, formattedError } = error;
  return { type: name ?? 'Error', message: String(message ?? formattedError ?? ''), ...(stack && { stack }) };
}

function textOf(error) {
  const { type, message, stack } = failureOf(error);
  return stack?.includes(message) ? stack : `${type}: ${message}`;
}
