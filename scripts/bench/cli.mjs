/**
 * Measures the start-up cost of the command line: `unflake --help` against the start of node itself, alternating within one run. Prints
 * Markdown. Needs `npm run build`.
 *
 *   node scripts/bench/cli.mjs [--runs 25]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '25' } } });
const RUNS = Number(values.runs);
const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));

const ARMS = {
  'node itself': ['-e', '0'],
  'unflake --help': [BIN, '--help'],
  'unflake --version': [BIN, '--version'],
  'unflake diagnose --help': [BIN, 'diagnose', '--help'],
};

const times = Object.fromEntries(Object.keys(ARMS).map((name) => [name, []]));
// The arms alternate, so that other load affects all alike; the first round only warms the disk cache.
for (let round = 0; round <= RUNS; round++) {
  for (const [name, args] of Object.entries(ARMS)) {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const ms = performance.now() - began;
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
    if (round > 0) times[name].push(ms);
  }
}

const node = median(times['node itself']);
console.log(`${RUNS} starts of each, in turns; node ${process.versions.node}\n`);
console.log('| command | median | lowest | ratio to node | beyond node |');
console.log('|---|---|---|---|---|');
for (const [name, list] of Object.entries(times)) {
  const middle = median(list);
  const cells = [ms(middle), ms(Math.min(...list)), (middle / node).toFixed(2), ms(middle - node)];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
const limit = 1.5 * node + 60;
const help = median(times['unflake --help']);
console.log(
  `\n${help <= limit ? 'PASS' : 'MISS'}: unflake --help ${ms(help)}, at most 1.5 × node + 60 ms = ${ms(limit)}`,
);
process.exitCode = help <= limit ? 0 : 1;

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function ms(value) {
  return `${value.toFixed(0)} ms`;
}
