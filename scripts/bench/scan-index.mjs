/**
 * Measures the cost of the index: built from scratch against parsing alone, updated after one change, and the graph over it. Prints
 * Markdown. Needs `npm run build` and a Python whose standard library is the sample, or a folder of your own.
 *
 *   node scripts/bench/scan-index.mjs [--lines 200000] [--from <folder> …] [--rounds 3]
 *
 * Every arm is a process of its own, and the arms take turns, so that the machine's other work hits all alike.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rawParser } from './scan-raw.mjs';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '200000' },
    from: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '3' },
    arm: { type: 'string' },
    folder: { type: 'string' },
  },
});
const SCAN = '../../packages/unflake/dist/scan/';

if (values.arm !== undefined) await arm(values.arm, values.folder);
else compare();

function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'unflake-scan-index-'));
  try {
    const root = join(folder, 'project');
    const { files, lines, bytes } = copySample(root, Number(values.lines));
    const arms = ['parse', 'build', 'nothing-changed', 'one-change', 'graph'];
    const seen = Object.fromEntries(arms.map((name) => [name, []]));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const name of arms) seen[name].push(run(name, folder));
    }
    const parse = seen.parse.map(({ cpuMs }) => cpuMs);
    console.log(
      `${files} files, ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB; ${values.rounds} rounds, medians; load ${loadavg()[0].toFixed(1)}\n`,
    );
    console.log('| arm | wall ms | CPU ms | CPU, ratio to parsing | peak MB |');
    console.log('|---|---:|---:|---:|---:|');
    for (const name of arms) {
      const [wall, cpu, peak] = ['wallMs', 'cpuMs', 'peakMb'].map((field) =>
        median(seen[name].map((one) => one[field])),
      );
      const ratio = median(seen[name].map(({ cpuMs }, round) => cpuMs / parse[round]));
      console.log(`| ${name} | ${wall.toFixed(0)} | ${cpu.toFixed(0)} | ${ratio.toFixed(2)} | ${peak.toFixed(0)} |`);
    }
    const { note } = seen.graph.at(-1);
    console.log(`\n${note}; index file ${(statSync(join(folder, 'index.db')).size / 1e6).toFixed(1)} MB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(name, folder) {
  const args = [fileURLToPath(import.meta.url), '--arm', name, '--folder', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Prints the cost of its work, without loading our own code and the parsers. */
async function arm(name, folder) {
  const { grammarsOf } = await import(`${SCAN}syntax/language.js`);
  const { readSource } = await import(`${SCAN}read-source.js`);
  const { loadParser } = await import(`${SCAN}syntax/parser.js`);
  const { openIndex } = await import(`${SCAN}index/index-file.js`);
  const { refreshIndex } = await import(`${SCAN}index/refresh-index.js`);
  const { graphOf } = await import(`${SCAN}reach/open-reach.js`);
  const grammars = [...grammarsOf(filesBelow(join(folder, 'project')))];
  await loadParser(grammars);
  const raw = await rawParser(grammars);
  const root = join(folder, 'project');
  const index = join(folder, 'index.db');
  const files = filesBelow(root);
  const refresh = async () => {
    const open = openIndex(index);
    // unflake-allow wall-clock: later than the times of all files
    await refreshIndex(open, { root, files, nowMs: Date.now() + 60_000 });
    open.close();
  };
  if (name === 'build') for (const file of [index, `${index}-wal`, `${index}-shm`]) rmSync(file, { force: true });
  if (name === 'one-change') appendFileSync(join(root, files[0]), '\n# changed\n');
  const work = {
    parse: () => {
      for (const file of files) {
        const { text } = readSource(join(root, file));
        raw(file, text);
      }
    },
    build: refresh,
    'nothing-changed': refresh,
    'one-change': refresh,
    graph: () => {
      const open = openIndex(index);
      const { calls, program } = graphOf(open, { root, files }).graph;
      open.close();
      return `${program.size} nodes; calls: ${calls.sure} sure, ${calls.may} may, ${calls.outside} outside, ${calls.unresolved} unresolved`;
    },
  };
  const before = process.cpuUsage();
  const began = performance.now();
  const note = await work[name]();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000, peakMb, note }));
}

function copySample(root, wanted) {
  const sources = values.from.length > 0 ? values.from : [standardLibrary()];
  let [files, lines, bytes] = [0, 0, 0];
  for (const [number, source] of sources.entries()) {
    for (const file of filesBelow(source)) {
      if (lines >= (wanted * (number + 1)) / sources.length) break;
      const text = readFileSync(join(source, file), 'utf8');
      const to = join(root, String(number), file);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(source, file), to);
      files += 1;
      lines += text.split('\n').length - 1;
      bytes += text.length;
    }
  }
  return { files, lines, bytes };
}

function standardLibrary() {
  const code = 'import sysconfig; print(sysconfig.get_path("stdlib"))';
  return execFileSync('python3', ['-c', code], { encoding: 'utf8' }).trim();
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:py|[cm]?[jt]sx?|go|rs|java|sh|bats)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('site-packages') && !path.includes('lib2to3/tests/data'))
    .sort();
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
