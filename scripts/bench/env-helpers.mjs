/**
 * Measures what the bash helpers cost a `.bats` file over plain BATS: the same test, once with empty hooks and once as a numbered or an
 * independent test, alone and ten files in one run, alternating; an independent one also against a plain file that copies the same folder
 * itself. Prints wall time and user + system time. Usage: node scripts/bench/env-helpers.mjs [runs]
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
const MANY = Array.from({ length: 10 }, (_, at) => `0${at}-step`);
const FILES = {
  'plain.bats': hooks(':', ':', ':'),
  'loading.bats': `load ${LIBRARY}\n${hooks(':', ':', ':')}`,
  'copying.bats': hooks('rm -rf by-hand; cp -a .envs/foundation by-hand', ':', ':'),
  'foundation.bats': `# inputs: data\n${step('foundation')}`,
  'test-alone.bats': `load ${LIBRARY}\n${hooks('setup_independent_test test-alone alone foundation', 'load_test_env alone', ':')}`,
  ...Object.fromEntries(MANY.map((name, at) => [`${name}.bats`, step(name, at === 0 ? 'foundation' : MANY[at - 1])])),
  ...Object.fromEntries(MANY.map((_, at) => [`plain-${at}.bats`, hooks(':', ':', ':')])),
};
/** What is run, as one run of BATS, and its baseline. */
const MEASURED = {
  'one plain file': { files: ['plain.bats'], plain: 'one plain file' },
  'one file that loads the library and calls nothing': { files: ['loading.bats'], plain: 'one plain file' },
  'one numbered file, its prerequisite complete': { files: ['09-step.bats'], plain: 'one plain file' },
  'one independent file': { files: ['test-alone.bats'], plain: 'one plain file' },
  'one plain file that copies by hand': { files: ['copying.bats'], plain: 'one plain file' },
  'one independent file, over the copy by hand': {
    files: ['test-alone.bats'],
    plain: 'one plain file that copies by hand',
  },
  'ten plain files': { files: MANY.map((_, at) => `plain-${at}.bats`), plain: 'ten plain files' },
  'ten numbered files, again': { files: MANY.map((name) => `${name}.bats`), plain: 'ten plain files' },
};

const bats = await batsProgram();
const folder = mkdtempSync(join(tmpdir(), 'env-helpers-'));
const env = { PATH: process.env.PATH, HOME: folder };

/** Milliseconds: wall, user + system. */
function timed(files) {
  const script = 'TIMEFORMAT="%R %U %S"; { time "$0" "$@" >/dev/null 2>&1; } 2>&1';
  const said = execFileSync('bash', ['-c', script, bats, ...files], { env, cwd: folder, encoding: 'utf8' });
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
  for (const { files } of Object.values(MEASURED)) execFileSync(bats, files, { env, cwd: folder });
  const taken = Object.fromEntries(Object.keys(MEASURED).map((name) => [name, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [name, { files }] of Object.entries(MEASURED)) taken[name].push(timed(files));
  }
  console.log(`${RUNS} runs alternating, in milliseconds: medians, and how much more than plain BATS a file takes\n`);
  console.log(
    '| one run of BATS | wall | user + system | more wall | more user + system | the same between the quietest runs |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const [name, { files, plain }] of Object.entries(MEASURED)) {
    const own = taken[name];
    const middle = (key) => median(own.map((one) => one[key])).toFixed(0);
    // Adjacent runs have seen the same load: their difference is steadier than that of the medians.
    const more = (key) => (median(own.map((one, at) => one[key] - taken[plain][at][key])) / files.length).toFixed(1);
    // Other load only ever adds time.
    const least = (of) => Math.min(...taken[of].map(({ work }) => work));
    const quiet = ((least(name) - least(plain)) / files.length).toFixed(1);
    console.log(`| ${name} | ${middle('wall')} | ${middle('work')} | ${more('wall')} | ${more('work')} | ${quiet} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
