/**
 * Starts two or more full runs of one suite of layered tests at the same instant, many times: never both inside an environment, and no
 * update lost. Every test enters a folder that only one can create, and increments a number non-atomically (read, add, write); every entry
 * is also appended to a list. At the end the number must be the length of the list, and every run must have passed. Usage: node
 * scripts/bench/env-locks.mjs [rounds] [concurrent runs]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batsProgram } from '../toolchains/bats.mjs';

const [ROUNDS, AT_ONCE] = [Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 2)];
const LIBRARY = fileURLToPath(new URL('../../packages/unflake/helpers/bats/load.bash', import.meta.url));

const file = (setUp, environment, complete, body) => `load ${LIBRARY}
setup_file() {
  ${setUp}
}
setup() {
  load_test_env ${environment}
}
teardown_file() {
  ${complete}
}
@test "one at a time" {
  mkdir "$TEST_DIR/inside"
  echo "$BATS_TEST_FILENAME" >>"$BATS_TEST_DIRNAME/entries"
  ${body}
  rmdir "$TEST_DIR/inside"
}
`;
const step = (name, environment, after, body) =>
  file(`setup_sequential_test ${[name, ...after].join(' ')}`, environment, `mark_test_complete ${name}`, body);
/** Not in the environment, which is sometimes removed; still only its holder gets here. */
const ADD = 'number=$(<"$BATS_TEST_DIRNAME/number"); echo $((number + 1)) >"$BATS_TEST_DIRNAME/number"';
const FILES = {
  'foundation.bats': step('foundation', 'foundation', [], ':'),
  '00-first.bats': step('00-first', 'sequential', ['foundation'], ADD),
  '01-second.bats': step(
    '01-second',
    'sequential',
    ['00-first'],
    `[ -e "$TEST_DIR/.bats-state/.complete-00-first" ]\n  ${ADD}`,
  ),
  'test-alone.bats': file('setup_independent_test test-alone alone foundation', 'alone', ':', ':'),
};

const bats = await batsProgram();
const folder = mkdtempSync(join(tmpdir(), 'env-locks-'));
const place = (name) => join(folder, name);

async function run(files) {
  const child = spawn(bats, ['--tap', ...files], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const [status] = await once(child, 'close');
  return { status, said };
}

try {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(place(name), text);
  writeFileSync(place('number'), '0\n');
  writeFileSync(place('entries'), '');
  const all = ['00-first.bats', '01-second.bats', 'test-alone.bats'];
  let failed = 0;
  let waited = 0;
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    // Every other time nothing exists yet, so that the runs also compete for the foundation.
    if (round % 2 === 0) rmSync(place('.envs'), { recursive: true, force: true });
    const runs = await Promise.all(Array.from({ length: AT_ONCE }, () => run(all)));
    for (const { status, said } of runs) {
      if (said.includes('# waiting')) waited += 1;
      if (status === 0) continue;
      failed += 1;
      console.log(`round ${round}:\n${said}`);
    }
  }
  const entries = readFileSync(place('entries'), 'utf8')
    .split('\n')
    .filter((line) => /0[01]-/.test(line)).length;
  const number = Number(readFileSync(place('number'), 'utf8'));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${ROUNDS} rounds of ${AT_ONCE} runs at once in ${seconds} s: ${failed} failed, ${waited} had to wait`);
  console.log(`${entries} times inside, ${number} counted: ${entries - number} updates lost`);
  process.exitCode = failed === 0 && entries === number ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
