/**
 * Compares with detect-test-pollution on pytest suites of 500 tests, in one run: a polluter that always strikes, among instant tests and
 * among slightly slower ones, and one that strikes half of the time. Counts the pytest processes that ran tests by a line that each of them
 * writes, so that both sides are counted alike.
 *
 *   npm run bench:pollution -- --write docs/design/pollution-measured.md
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pythonTools } from '../toolchains/python.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    write: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '2024' },
    // Selects suites by their label; all by default.
    only: { type: 'string', multiple: true },
  },
});
const rounds = Number(values.rounds);
const python = await pythonTools({ pytest: '9.0.3', 'detect-test-pollution': '1.2.0' });

const SUITES = [
  { says: 'always', rate: 1, testMs: 0 },
  { says: 'always, tests of 4 ms', rate: 1, testMs: 4 },
  { says: 'half of the time', rate: 0.5, testMs: 0 },
].filter(({ says }) => values.only?.includes(says) ?? true);
const WHO = ['detect-test-pollution', 'unflake --jobs 1', 'unflake --jobs 2'];
const FILES = 10;
const PER_FILE = 50;
const POLLUTER = 'test_area_3.py::test_23';
const VICTIM = 'test_area_8.py::test_37';

/** Through its module, as its console script does. */
const MAIN = 'import sys, detect_test_pollution as tool; sys.exit(tool.main())';

const place = mkdtempSync(join(tmpdir(), 'unflake-pollution-'));
try {
  const rows = [];
  for (const [at, suite] of SUITES.entries()) {
    const root = join(place, `suite-${at}`);
    writeSuite(root, suite);
    for (let round = 0; round < rounds; round += 1) {
      rows.push({ suite, who: 'detect-test-pollution', ...(await theirs(root)) });
      for (const jobs of [1, 2])
        rows.push({ suite, who: `unflake --jobs ${jobs}`, ...(await ours(root, Number(values.seed) + round, jobs)) });
      console.error(
        rows
          .slice(-3)
          .map(({ who, named, runs, ms }) => `${who}: ${named ?? 'nobody'}, ${runs} runs, ${(ms / 1000).toFixed(1)} s`)
          .join(' · '),
      );
    }
  }
  const text = page(rows);
  console.log(text);
  if (values.write) writeFileSync(join(top, values.write), `${text}\n`);
} finally {
  rmSync(place, { recursive: true, force: true });
}

function writeSuite(root, { rate, testMs }) {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'pytest.ini'), '[pytest]\n');
  writeFileSync(join(root, 'shop.py'), 'promo = 0\n');
  writeFileSync(
    join(root, 'conftest.py'),
    'import os\n\n\ndef pytest_runtestloop(session):\n    if session.items and not session.config.option.collectonly and not os.environ.get("UNFLAKE_LIST"):\n        with open(os.environ["RUNS"], "a") as runs:\n            runs.write(f"{len(session.items)}\\n")\n',
  );
  for (let file = 0; file < FILES; file += 1) {
    const tests = Array.from({ length: PER_FILE }, (_, n) => {
      const id = `test_area_${file}.py::test_${n}`;
      const head = `def test_${n}():\n${testMs > 0 ? `    time.sleep(${testMs / 1000})\n` : ''}`;
      if (id === POLLUTER) return `${head}    if random.random() < ${rate}:\n        shop.promo = 10\n`;
      if (id === VICTIM) return `${head}    assert shop.promo == 0\n`;
      return `${head}    assert ${n} + 1 == ${n + 1}\n`;
    });
    const imports = 'import random\nimport time\n\nimport shop\n\n\n';
    writeFileSync(join(root, `test_area_${file}.py`), `${imports}${tests.join('\n\n')}`);
  }
}

async function theirs(root) {
  const argv = [python, '-c', MAIN, '--tests', '.', '--failing-test', VICTIM];
  const { ms, output, runs, executions } = await counted(root, argv);
  const named = /-> the polluting test is: (\S+)/.exec(output)?.[1] ?? null;
  const said =
    output
      .trim()
      .split('\n')
      .findLast((line) => line.startsWith('-> ') || /Error/.test(line)) ?? output.trim().split('\n').at(-1);
  return { ms, runs, executions, named, said };
}

async function ours(root, seed, jobs) {
  const argv = [
    process.execPath,
    join(top, 'packages/unflake/bin/unflake.js'),
    'diagnose',
    VICTIM,
    '--json',
    '--seed',
    String(seed),
    '--jobs',
    String(jobs),
    '--store',
    join(place, `store-${seed}-${jobs}.db`),
  ];
  const { ms, stdout, runs, executions, suspectedMs } = await counted(root, argv);
  const { result } = JSON.parse(stdout);
  const named = result.polluters.length === 1 ? result.polluters[0].join(' + ') : null;
  return { ms, suspectedMs, runs, executions, named, said: `${result.verdict}: ${result.summary}` };
}

function counted(cwd, [program, ...args]) {
  const log = join(place, 'runs');
  writeFileSync(log, '');
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const env = { ...process.env, RUNS: log, VIRTUAL_ENV: dirname(dirname(python)) };
    // Some machines set it for all of Python; detect-test-pollution would then compile the whole suite in every run.
    delete env.PYTHONDONTWRITEBYTECODE;
    const child = spawn(program, args, { cwd, env });
    let stdout = '';
    let stderr = '';
    let suspectedMs = null;
    child.stdout.setEncoding('utf8').on('data', (piece) => (stdout += piece));
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      stderr += piece;
      // The last suspect is the proved one.
      if (piece.includes('suspected after')) suspectedMs = performance.now() - began;
    });
    child.on('error', reject);
    child.on('close', () => {
      const sizes = readFileSync(log, 'utf8').split('\n').filter(Boolean).map(Number);
      const executions = sizes.reduce((sum, size) => sum + size, 0);
      resolve({
        ms: performance.now() - began,
        suspectedMs,
        stdout,
        output: stdout + stderr,
        runs: sizes.length,
        executions,
      });
    });
  });
}

function page(rows) {
  const rowsOf = (suite, who) => rows.filter((row) => row.suite === suite && row.who === who);
  const line = (suite, who) => {
    const mine = rowsOf(suite, who);
    const right = mine.filter(({ named }) => named === POLLUTER).length;
    const wrong = mine.filter(({ named }) => named !== null && named !== POLLUTER).length;
    const medianOf = (pick) => median(mine.map(pick));
    return `| ${suite.says} | ${who} | ${right}/${mine.length} | ${wrong} | ${medianOf(({ runs }) => runs)} | ${medianOf(({ executions }) => executions)} | ${(medianOf(({ ms }) => ms) / 1000).toFixed(1)} s |`;
  };
  const ratios = (suite, pick) => {
    const theirs = median(rowsOf(suite, WHO[0]).map(({ ms }) => ms));
    return WHO.slice(1).map((who) => `${(median(rowsOf(suite, who).map(pick)) / theirs).toFixed(2)} (${who})`);
  };
  return [
    '# The search for a polluter, compared with detect-test-pollution',
    '',
    `Generated pytest suites of ${FILES * PER_FILE} tests with one polluter. Made by \`npm run bench:pollution -- --write docs/design/pollution-measured.md\`, ${rounds} rounds, both tools alternating. Runs are pytest processes that ran tests.`,
    '',
    '| the polluter strikes | tool | named it | named another | runs (median) | test executions | wall time |',
    '|---|---|---|---|---|---|---|',
    ...SUITES.flatMap((suite) => WHO.map((who) => line(suite, who))),
    '',
    'Wall time for the polluter that always strikes, unflake divided by detect-test-pollution, medians:',
    '',
    ...SUITES.filter(({ rate }) => rate === 1).flatMap((suite) => [
      `- ${suite.says}: until the polluter is named, which is where detect-test-pollution ends: ${ratios(suite, ({ suspectedMs }) => suspectedMs).join(', ')}; until the end of the diagnosis: ${ratios(suite, ({ ms }) => ms).join(', ')}.`,
    ]),
    '',
    'The rest of the diagnosis proves or clears the suspect in fresh trials, searches for further polluters and for cleaners, and runs the reproduction again.',
    '',
    'What it does not show: real suites, other runners, and polluters that are hidden by a cleaner.',
  ].join('\n');
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
