/**
 * Workers on one machine, with a PostgreSQL of its own. Prints Markdown; a violation throws. Needs `npm run build`.
 *
 *   node scripts/bench/workers.mjs hunt [--workers 4] [--rounds 32]       a hunt of tests that wait, by one worker and by several
 *   node scripts/bench/workers.mjs diagnose [--workers 4] [--one-in 100]  a diagnosis of a rare failure, by one and by several
 *   node scripts/bench/workers.mjs certify [--workers 4] [--rate 0.05]    a certification of one test that waits, by one and by several
 *     with --at-once both run at the same time, each on a database of its own: under the same load, where a machine has other work
 *   node scripts/bench/workers.mjs kills [--kills 30] [--restarts 5]      kill -9 of workers and restarts of PostgreSQL during hunts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../toolchains/postgres.mjs';
import { disturb } from './workers/disturb.mjs';
import { ask, rareSuite, stop, Workplace, waitingSuite } from './workers/places.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '32' },
    'one-in': { type: 'string', default: '100' },
    trials: { type: 'string', default: '600' },
    /** That wait, in each of three files. */
    tests: { type: 'string', default: '8' },
    rate: { type: 'string', default: '0.05' },
    minutes: { type: 'string', default: '3' },
    kills: { type: 'string', default: '30' },
    restarts: { type: 'string', default: '5' },
    seed: { type: 'string', default: '5' },
    'at-once': { type: 'boolean', default: false },
  },
});
const WAIT_MS = 200;
const many = Number(values.workers);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

const folder = mkdtempSync(join(tmpdir(), 'unflake-workers-'));
const started = [];
try {
  await { hunt, diagnose, certify, kills }[positionals[0]]();
} finally {
  for (const { cluster, server } of started) {
    await server.stop();
    rmSync(cluster, { recursive: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** In a folder of its own: the server runs as another user, who cannot enter the folder of root. */
async function newServer() {
  const cluster = mkdtempSync(join(tmpdir(), 'pg-'));
  const server = await startPostgres(cluster);
  started.push({ cluster, server });
  return server;
}

/** Runs `command` with so many workers, which are started before the clock. */
async function timed(place, count, command) {
  const workers = await Promise.all(Array.from({ length: count }, () => place.worker()));
  try {
    return await place.run(command);
  } finally {
    await stop(workers);
  }
}

async function oneAndMany(subject, command, row) {
  const measure = async (count) => {
    const server = await newServer();
    const ran = await timed(new Workplace(folder, subject, server.address), count, command);
    const spanMs = await spanOf(server, ran.result.huntId ?? ran.result.certificationId ?? ran.result.caseId);
    console.log(`| ${count} | ${seconds(ran.ms)} | ${seconds(spanMs)} | ${row(ran.result)} |`);
    return { ...ran, spanMs };
  };
  const [one, several] = values['at-once']
    ? await Promise.all([measure(1), measure(many)])
    : [await measure(1), await measure(many)];
  console.log(
    `\n${(one.ms / several.ms).toFixed(2)} × as fast; the trials alone ${(one.spanMs / several.spanMs).toFixed(2)} ×`,
  );
}

/** From the begin of the first trial to the end of the last, without the start of the command and its listing of tests. */
async function spanOf({ address }, caseId) {
  const sql = 'SELECT max(at_ms) - min(at_ms - ms) AS span FROM unflake.trials WHERE case_id = $1';
  return Number((await ask(address, sql, [caseId]))[0].span);
}

async function hunt() {
  const subject = join(folder, 'subject');
  const tests = waitingSuite(subject, WAIT_MS, Number(values.tests), false);
  const command = [
    'hunt',
    '--workers',
    '--jobs',
    values.rounds,
    '--rounds',
    values.rounds,
    '--minutes',
    '20',
    '--seed',
    values.seed,
  ];
  console.log(`A hunt of ${tests} tests that wait ${WAIT_MS} ms each, ${values.rounds} rounds:\n`);
  console.log(
    '| workers | wall time | of which trials | trials | test executions | ended |\n|---|---|---|---|---|---|',
  );
  await oneAndMany(subject, command, ({ cost, ended }) => `${cost.trials} | ${cost.testExecutions} | ${ended}`);
}

async function diagnose() {
  const subject = join(folder, 'subject');
  rareSuite(subject, Number(values['one-in']), WAIT_MS);
  const budget = ['--minutes', values.minutes, '--trials', values.trials, '--seed', values.seed, '--jobs', '16'];
  console.log(`A diagnosis of a test that fails once in ${values['one-in']} runs:\n`);
  console.log(
    '| workers | wall time | of which trials | trials | runs of the test that failed | verdict |\n|---|---|---|---|---|---|',
  );
  const failed = ({ failures }) => failures.reduce((sum, { count }) => sum + (count ?? 0), 0);
  await oneAndMany(
    subject,
    ['diagnose', 'fails rarely', '--workers', ...budget],
    (result) => `${result.cost.trials} | ${failed(result)} | ${result.verdict}`,
  );
}

async function certify() {
  const subject = join(folder, 'subject');
  waitingSuite(subject, 5 * WAIT_MS, 1, false);
  const flags = ['--rate', values.rate, '--minutes', '20', '--seed', values.seed, '--jobs', '16'];
  console.log(`A certification of a test that waits ${5 * WAIT_MS} ms, for a rate below ${values.rate}:\n`);
  console.log('| workers | wall time | of which trials | trials | counted runs | status |\n|---|---|---|---|---|---|');
  await oneAndMany(subject, ['certify', '1.0 waits', '--workers', ...flags], ({ cost, certificates: [one] }) =>
    [cost.trials, one.runs.counted, one.status].join(' | '),
  );
}

async function kills() {
  const subject = join(folder, 'subject');
  waitingSuite(subject, WAIT_MS, 4, true);
  const server = await newServer();
  const place = new Workplace(folder, subject, server.address);
  await disturb({
    place,
    server,
    many,
    kills: Number(values.kills),
    restarts: Number(values.restarts),
    command: ['hunt', '--workers', '--rounds', '20', '--minutes', '30', '--seed', values.seed],
  });
}
