/**
 * What a scan costs beside the parsing alone, file by file in one process and by turns; the memory and time of one run over a million lines;
 * and `ast-grep scan` beside us on rules that both can say. Prints Markdown. Needs `npm run build`, Python, Go and a JDK with its sources.
 *
 *   node --expose-gc scripts/bench/scan-speed.mjs [--bytes 2200000] [--rounds 3] [--million] [--beside] [--write <page>]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { npmTools } from '../toolchains/npm-tools.mjs';
import { astGrepRules } from './scan-beside.mjs';
import { LANGUAGES, sampleOf } from './scan-samples.mjs';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '2200000' },
    rounds: { type: 'string', default: '3' },
    million: { type: 'boolean', default: false },
    beside: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
});
const TOP = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(TOP, 'packages/unflake/bin/unflake.js');
const SCAN = '../../packages/unflake/dist/scan/';
const { scanText } = await import(`${SCAN}scan-text.js`);
const { readingOf } = await import(`${SCAN}syntax/language.js`);
const { prepared } = await import(`${SCAN}syntax/prepare.js`);
const { loadParser } = await import(`${SCAN}syntax/parser.js`);
const parse = await loadParser();

const samples = Object.keys(LANGUAGES).map((language) => ({ language, ...sampleOf(language, Number(values.bytes)) }));
const lines = [
  '# How fast a scan is',
  '',
  'Written by `scripts/bench/scan-speed.mjs`. The measure is CPU time, user and system, of one thread: the machine did other work meanwhile.',
  `${cpus().length} cores (${cpus()[0].model.trim()}), load ${loadavg()[0].toFixed(1)}, Node ${process.versions.node}, ${values.rounds} rounds, medians.`,
  '',
  ...ratios(),
];
if (values.million) lines.push('', ...million());
if (values.beside) lines.push('', ...(await beside()));
const page = `${lines.join('\n')}\n`;
console.log(page);
if (values.write !== undefined) writeFileSync(join(TOP, values.write), page);

function ratios() {
  const rows = samples.map(measured);
  const all = ['parseMs', 'scanMs', 'bytes', 'lines', 'findings'].map((key) =>
    rows.reduce((sum, row) => sum + row[key], 0),
  );
  const [parseMs, scanMs, bytes, count, findings] = all;
  return [
    '## Beside the parsing alone',
    '',
    'Every round parses all files of a language through the same call that the scan uses, then scans them. The files: the language’s own library',
    'and tests as this machine has them, and our fixtures with the labelled corpus once, which hold most of the findings.',
    '',
    '| language | MB | lines | findings | parse, CPU ms | scan, CPU ms | parse / scan |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...[...rows, { language: 'sum', parseMs, scanMs, bytes, lines: count, findings }].map(
      (row) =>
        `| ${row.language} | ${(row.bytes / 1e6).toFixed(1)} | ${row.lines} | ${row.findings} | ${row.parseMs.toFixed(0)} | ${row.scanMs.toFixed(0)} | ${(row.parseMs / row.scanMs).toFixed(2)} |`,
    ),
  ];
}

function measured({ language, files, bytes, lines }) {
  const parsed = [];
  const scanned = [];
  let findings = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    parsed.push(
      cpuMs(() => {
        for (const { path, text } of files) parse(readingOf(path).grammar, prepared(path, text));
      }),
    );
    scanned.push(
      cpuMs(() => {
        findings = 0;
        for (const { path, text } of files) findings += scanText(path, text, parse).findings.length;
      }),
    );
  }
  return { language, bytes, lines, findings, parseMs: median(parsed), scanMs: median(scanned) };
}

function million() {
  return inFolder((root) => {
    let count = 0;
    for (let copy = 0; count < 1_000_000; copy += 1) count += writeSamples(join(root, `copy-${copy}`));
    const {
      status,
      cpuMs: cpu,
      peakMb,
      wallMs,
      stdout,
    } = costOf(process.execPath, [BIN, 'scan', '--root', root, '--json', '--fail-on', 'never']);
    if (status !== 0) throw new Error(`the scan ended with ${status}`);
    const { result } = JSON.parse(stdout);
    return [
      '## A million lines in one run',
      '',
      `\`unflake scan\` over ${result.files} files with ${result.lines} lines: ${result.findings.length} findings, ${(wallMs / 1000).toFixed(0)} s, ${(cpu / 1000).toFixed(0)} s of CPU, ${peakMb.toFixed(0)} MB at most.`,
    ];
  });
}

async function beside() {
  const tools = await npmTools({ '@ast-grep/cli': '0.51.0' });
  return inFolder((root) => {
    const count = writeSamples(join(root, 'project'));
    const config = astGrepRules(root);
    const theirs = costOf(join(tools, 'node_modules/@ast-grep/cli/ast-grep'), [
      'scan',
      '-c',
      config,
      '--json=stream',
      '--threads',
      '1',
      join(root, 'project'),
    ]);
    const ours = costOf(process.execPath, [
      BIN,
      'scan',
      '--root',
      join(root, 'project'),
      '--json',
      '--fail-on',
      'never',
    ]);
    return [
      '## Beside `ast-grep scan`',
      '',
      `The same ${count} lines on disk, a sixth of them shell, for which it has no rule here; one thread. ast-grep 0.51.0 runs the twelve rules of \`scripts/bench/scan-beside.mjs\`: calls by their`,
      'written names, without imports, variables of the same name, tests or what becomes of the value. We run all our rules. Its program is compiled; ours starts Node and loads every rule first.',
      '',
      '| | wall s | CPU s | peak MB | hits |',
      '|---|---:|---:|---:|---:|',
      `| ast-grep scan, 12 rules | ${seconds(theirs)} | ${theirs.peakMb.toFixed(0)} | ${theirs.stdout.split('\n').length - 1} |`,
      `| unflake scan, all rules | ${seconds(ours)} | ${ours.peakMb.toFixed(0)} | ${JSON.parse(ours.stdout).result.findings.length} |`,
    ];
  });
}

function seconds({ wallMs, cpuMs: cpu }) {
  return `${(wallMs / 1000).toFixed(1)} | ${(cpu / 1000).toFixed(1)}`;
}

/** What a child cost, as the system counted it. */
function costOf(program, args) {
  const code = `
    import json, resource, subprocess, sys, time
    began = time.monotonic()
    done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps([done.returncode, (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024, (time.monotonic() - began) * 1000]))
    sys.stdout.buffer.write(done.stdout)`.replaceAll('\n    ', '\n');
  const { stdout } = spawnSync('python3', ['-c', code, program, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const end = stdout.indexOf('\n');
  const [status, cpu, peakMb, wallMs] = JSON.parse(stdout.slice(0, end));
  return { status, cpuMs: cpu, peakMb, wallMs, stdout: stdout.slice(end + 1) };
}

function writeSamples(folder) {
  let count = 0;
  for (const { language, files, lines } of samples) {
    for (const { path, text } of files) {
      const to = join(folder, language, path.replaceAll('node_modules', 'modules'));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, text);
    }
    count += lines;
  }
  return count;
}

function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'unflake-scan-speed-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cpuMs(work) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
