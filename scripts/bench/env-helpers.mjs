/**
 * What the bash helpers cost a `.bats` file over plain BATS: the same test, once with hooks that do nothing and once as a numbered step, as
 * a step after prerequisites, and as an independent test, by turns. Prints medians of wall time and of user + system time.
 * Usage: node scripts/bench/env-helpers.mjs [runs]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batsProgram } from '../toolchains/bats.mjs';

const RUNS = Number(process.argv[2] ?? 40);
const LIBRARY = fileURLToPath(new URL('../../packages/unflake/helpers/bats/load.bash', import.meta.url));
const TEST = '@test "nothing" {\n  :\n}\n';

const hooks = (setupFile, setup, teardownFile) =>
  `setup_file() {\n  ${setupFile}\n}\nsetup() {\n  ${setup}\n}\nteardown_file() {\n  ${teardownFile}\n}\n${TEST}`;
const step = (name, ...after) =>
  `load ${LIBRARY}\n${hooks(`setup_sequential_test ${[name, ...after].join(' ')}`, `load_test_env ${name === 'foundation' ? name : 'sequential'}`, `mark_test_complete ${name}`)}`;
const FILES = {
  'plain.bats': hooks(':', ':', ':'),
  'loading.bats': `load ${LIBRARY}\n${hooks(':', ':', ':')}`,
  'foundation.bats': `# inputs: data\n${step('foundation')}`,
  '00-first.bats': step('00-first', 'foundation'),
  '01-second.bats': step('01-second', 'foundation', '00-first'),
  'test-alone.bats': `load ${LIBRARY}\n${hooks('setup_independent_test test-alone alone foundation', 'load_test_env alone', ':')}`,
};
const MEASURED = ['plain.bats', 'loading.bats', '01-second.bats', 'test-alone.bats'];

const bats = await batsProgram();
const folder = mkdtempSync(join(tmpdir(), 'env-helpers-'));
const env = { PATH: process.env.PATH, HOME: folder, BATS_FILE: '' };

/** Milliseconds: wall, user + system. */
function timed(file) {
  const script = 'TIMEFORMAT="%R %U %S"; { time "$0" "$1" >/dev/null 2>&1; } 2>&1';
  const said = execFileSync('bash', ['-c', script, bats, join(folder, file)], { env, encoding: 'utf8' });
  const [wall, user, system] = said
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  return { wall, work: user + system };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'data'));
  for (let i = 0; i < 20; i += 1) writeFileSync(join(folder, 'data', `file-${i}`), `${i}\n`.repeat(1000));
  for (const file of MEASURED) execFileSync(bats, [join(folder, file)], { env });
  const taken = Object.fromEntries(MEASURED.map((file) => [file, []]));
  for (let run = 0; run < RUNS; run += 1) for (const file of MEASURED) taken[file].push(timed(file));
  const plain = taken['plain.bats'];
  console.log(`medians of ${RUNS} runs, by turns, in milliseconds`);
  for (const file of MEASURED) {
    const own = taken[file];
    const [wall, work] = [median(own.map((one) => one.wall)), median(own.map((one) => one.work))];
    // Neighbours in time have met the same load: their difference is steadier than that of the medians.
    const more = (key) => median(own.map((one, at) => one[key] - plain[at][key]));
    console.log(
      `${file.padEnd(16)} wall ${wall.toFixed(0).padStart(4)}   user+system ${work.toFixed(0).padStart(4)}   over plain: wall ${more('wall').toFixed(1)}, user+system ${more('work').toFixed(1)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
