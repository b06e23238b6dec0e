/**
 * The search for a certain polluter in a suite of 200 tests, beside the tools that people have for it: `detect-test-pollution` with pytest, `rspec
 * --bisect` with RSpec. In turns, in one run; wall time until the polluter is named, and until the tool has ended (with us: until the
 * proof and the printed commands have been run). Prints Markdown. Needs `npm run build`.
 *
 *   node scripts/bench/beside-bisect.mjs [--rounds 5] [--runner pytest,rspec] [--jobs 2]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pythonTools } from '../toolchains/python.mjs';
import { rubyWithRspec } from '../toolchains/ruby.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    runner: { type: 'string', default: 'pytest,rspec' },
    jobs: { type: 'string', default: '2' },
  },
});
const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const CPU_OF = fileURLToPath(new URL('fixtures/cpu-of.py', import.meta.url));
const FILES = 10;
const PER_FILE = 20;
const POLLUTER = { file: 3, test: 7 };
const VICTIM = { file: 8, test: 12 };
const is = (one, file, test) => one.file === file && one.test === test;
/** Through its module, as its console script does. */
const DETECT = 'import sys, detect_test_pollution as tool; sys.exit(tool.main())';

const SUITES = {
  pytest: {
    theirs: 'detect-test-pollution',
    async program() {
      const python = await pythonTools({ pytest: '9.0.3', 'detect-test-pollution': '1.2.0' });
      return { python, env: { VIRTUAL_ENV: dirname(dirname(python)) } };
    },
    write(root) {
      writeFileSync(join(root, 'pytest.ini'), '[pytest]\n');
      writeFileSync(join(root, 'shop.py'), 'promo = 0\n');
      for (let file = 0; file < FILES; file += 1) {
        const body = (test) =>
          is(POLLUTER, file, test)
            ? 'shop.promo = 10'
            : is(VICTIM, file, test)
              ? 'assert shop.promo == 0'
              : `assert ${test} + 1 == ${test + 1}`;
        const tests = Array.from({ length: PER_FILE }, (_, test) => `def test_${test}():\n    ${body(test)}\n`);
        writeFileSync(join(root, `test_area_${file}.py`), `import shop\n\n\n${tests.join('\n\n')}`);
      }
    },
    id: ({ file, test }) => `test_area_${file}.py::test_${test}`,
    bisect: ({ python }, victim) => [python, '-c', DETECT, '--tests', '.', '--failing-test', victim],
    named: (said) => /-> the polluting test is: (\S+)/.exec(said)?.[1] ?? null,
  },
  rspec: {
    theirs: 'rspec --bisect',
    async program() {
      return { ruby: await rubyWithRspec(), env: {} };
    },
    write(root) {
      mkdirSync(join(root, 'spec'));
      writeFileSync(join(root, 'shop.rb'), 'module Shop\n  class << self\n    attr_accessor :promo\n  end\nend\n');
      for (let file = 0; file < FILES; file += 1) {
        const body = (test) =>
          is(POLLUTER, file, test)
            ? 'Shop.promo = 10'
            : is(VICTIM, file, test)
              ? 'expect(Shop.promo).to be_nil'
              : `expect(${test} + 1).to eq(${test + 1})`;
        const tests = Array.from({ length: PER_FILE }, (_, test) => `  it("does ${test}") { ${body(test)} }\n`);
        const head = `require_relative "../shop"\n\nRSpec.describe "area ${file}" do\n`;
        writeFileSync(join(root, `spec/area_${file}_spec.rb`), `${head}${tests.join('')}end\n`);
      }
    },
    id: ({ file, test }) => `spec/area_${file}_spec.rb > area ${file} > does ${test}`,
    bisect: () => ['ruby', '-S', 'rspec', '--bisect', '--order', 'defined'],
    named(said) {
      const line = /The minimal reproduction command is:\s+(.+)/.exec(said)?.[1] ?? '';
      const places = [...line.matchAll(/area_(\d+)_spec\.rb\[1:([\d,1:]+)\]/g)].flatMap(([, file, numbers]) =>
        numbers.split(',').map((number) => ({ file: Number(file), test: Number(number.split(':').at(-1)) - 1 })),
      );
      const others = places.filter(({ file, test }) => !is(VICTIM, file, test));
      return others.length === 1 ? SUITES.rspec.id(others[0]) : null;
    },
  },
};

const place = mkdtempSync(join(tmpdir(), 'unflake-bisect-'));
try {
  for (const runner of values.runner.split(',')) {
    const suite = SUITES[runner];
    const program = await suite.program();
    const root = join(place, runner);
    mkdirSync(root);
    suite.write(root);
    const rows = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const sides = [() => theirs(suite, program, root), () => ours(suite, program, root, 2024 + round)];
      // Who is first changes from round to round.
      const [first, second] = round % 2 === 0 ? [0, 1] : [1, 0];
      const row = { load: loadavg()[0] };
      for (const side of [first, second]) row[side === 0 ? 'theirs' : 'ours'] = await sides[side]();
      rows.push(row);
      console.error(JSON.stringify(row, (key, value) => (key === 'stdout' || key === 'said' ? undefined : value)));
    }
    console.log(page(suite, rows));
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function theirs({ bisect, named, id }, program, root) {
  const ran = await counted(root, bisect(program, id(VICTIM)), program.env);
  return { ...ran, namedMs: ran.ms, right: named(ran.said) === id(POLLUTER) };
}

async function ours({ id }, { env }, root, seed) {
  const store = join(place, `store-${seed}-${root.split('/').at(-1)}.db`);
  const words = ['diagnose', id(VICTIM), '--json', '--seed', String(seed), '--jobs', values.jobs, '--store', store];
  const ran = await counted(root, [process.execPath, BIN, ...words], env);
  const { result } = JSON.parse(ran.stdout);
  const right =
    result.verdict === 'isolated' && result.polluters.length === 1 && result.polluters[0][0] === id(POLLUTER);
  return { ...ran, right, trials: result.cost.trials };
}

function counted(cwd, argv, added) {
  const cpu = join(place, 'cpu');
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...added };
    // Some machines set it for all of Python; detect-test-pollution would then compile the whole suite in every run.
    delete env.PYTHONDONTWRITEBYTECODE;
    const child = spawn('python3', [CPU_OF, cpu, ...argv], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let namedMs = null;
    child.stdout.setEncoding('utf8').on('data', (piece) => (stdout += piece));
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      stderr += piece;
      // The last suspect is the proved one.
      if (/suspected after| in a screen; fresh trials/.test(piece)) namedMs = performance.now() - began;
    });
    child.on('error', reject);
    child.on('close', () => {
      const ms = performance.now() - began;
      resolve({ ms, namedMs, cpuMs: 1000 * Number(readFileSync(cpu, 'ascii')), stdout, said: stdout + stderr });
    });
  });
}

function page({ theirs: name }, rows) {
  const seconds = (pick) => (median(rows.map(pick)) / 1000).toFixed(1);
  const ratio = (pick) => median(rows.map(pick)).toFixed(2);
  const rights = (side) => `${rows.filter((row) => row[side].right).length}/${rows.length}`;
  return [
    `| tool | named it | s until it is named | s until the end | CPU s |`,
    '|---|---|---|---|---|',
    `| ${name} | ${rights('theirs')} | ${seconds(({ theirs: one }) => one.namedMs)} | ${seconds(({ theirs: one }) => one.ms)} | ${seconds(({ theirs: one }) => one.cpuMs)} |`,
    `| unflake --jobs ${values.jobs} | ${rights('ours')} | ${seconds(({ ours: one }) => one.namedMs)} | ${seconds(({ ours: one }) => one.ms)} | ${seconds(({ ours: one }) => one.cpuMs)} |`,
    `| ratio, median of rounds | | ${ratio((row) => row.ours.namedMs / row.theirs.namedMs)} | ${ratio((row) => row.ours.ms / row.theirs.ms)} | ${ratio((row) => row.ours.cpuMs / row.theirs.cpuMs)} |`,
    `\n${rows.length} rounds, load ${Math.min(...rows.map(({ load }) => load)).toFixed(0)} to ${Math.max(...rows.map(({ load }) => load)).toFixed(0)}\n`,
  ].join('\n');
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
