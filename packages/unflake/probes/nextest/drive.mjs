/**
 * Runs the selected tests of a cargo project with nextest: `drive.mjs <cargo> -- [flags for cargo nextest]…`. The selection is in the file
 * named by UNFLAKE_SELECTION; with UNFLAKE_LIST=1 everything is built and listed. The stream gets nextest's own lines, after a line of ours
 * with the files from which its test programs were built.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { keepingLock } from '../cargo-test/keep-lock.mjs';
import { cargoTargets } from '../cargo-test/targets.mjs';
import { endedEarly } from './ended-early.mjs';
import { ignoredTests, listTests } from './list.mjs';
import { fileOf, nameOf, piecesOf } from './pieces.mjs';
import { filtersOf, OWN, profileOf, profileText, selectingFilters } from './profile.mjs';

const STREAM = process.env.UNFLAKE_STREAM;
/** Exit codes: all passed, some failed, none to run. */
const RAN = [0, 100, 4];
const [cargo, , ...flags] = process.argv.slice(2);

const { targets, workspace, problem } = cargoTargets(cargo);
process.exitCode = await keepingLock(workspace, async () => {
  if (problem) write({ ev: 'problem', text: problem });
  const code = process.env.UNFLAKE_LIST === '1' ? listTests({ cargo, flags, targets }, write) : await run();
  write({ ev: 'done' });
  return code;
});

async function run() {
  const { segments, sizes, workers } = JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8'));
  const { pieces, unknown } = piecesOf(segments, targets);
  for (const file of unknown) write({ ev: 'problem', text: `missing: there is no target ${file}` });
  let worst = 0;
  for (const [index, piece] of pieces.entries()) {
    write({ ev: 'targets', files: piece.files });
    const filters = selectingFilters(piece.segments.flat(), sizes, targets);
    const code = await runPiece({ piece, filters, workers, place: `${STREAM}.${index}` });
    write({ ev: 'ran', code });
    if (RAN.includes(code)) tellIgnored(piece);
    worst = Math.max(worst, code);
  }
  return worst;
}

async function runPiece({ piece, filters, workers, place }) {
  const profile = profileOf(flags);
  const [config, junit, store] = ['toml', 'xml', 'store'].map((ending) => `${place}.${ending}`);
  const orders = piece.segments.map((ids) => filtersOf(ids, targets));
  writeFileSync(config, profileText({ profile, junit, store, orders }));
  const code = await start([
    'run',
    ...flags,
    ...(profile === OWN ? ['--profile', OWN] : []),
    ...['--tool-config-file', `unflake:${config}`],
    ...['--message-format', 'libtest-json-plus', '--retries', '0', '--no-fail-fast', '--test-threads', workers],
    // Output for people goes to stderr, which only explains a run without tests.
    ...['--status-level', 'none', '--final-status-level', 'none', '--success-output', 'never'],
    ...['--failure-output', 'never'],
    ...filters.flatMap((filter) => ['-E', filter]),
  ]);
  const files = new Map([...targets].map(([file, { binaryId }]) => [binaryId, file]));
  for (const { binaryId, name, words } of endedEarly([junit, store]))
    write({ ev: 'ended-early', id: `${files.get(binaryId)}::${name}`, words });
  return code;
}

/** If nothing else of a program runs, nextest does not report a skipped test. */
function tellIgnored({ segments }) {
  const text = readFileSync(STREAM, 'utf8');
  const isTold = (id) => text.includes(`${JSON.stringify(`${targets.get(fileOf(id)).label}$${nameOf(id)}`)}}`);
  const silent = segments.flat().filter((id) => !isTold(id));
  if (silent.length === 0) return;
  const ignored = new Set(ignoredTests({ cargo, flags, targets }));
  for (const id of silent) if (ignored.has(id)) write({ ev: 'ignored', id });
}

function start(argv) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NEXTEST_EXPERIMENTAL_LIBTEST_JSON: '1' };
    const child = spawn(cargo, ['nextest', ...argv], { env, stdio: ['ignore', openSync(STREAM, 'a'), 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function write(event) {
  appendFileSync(STREAM, `${JSON.stringify(event)}\n`);
}
