/**
 * What a scan costs beside the parsing alone, file by file in one process and by turns; the memory and time of one run over a million lines;
 * and `ast-grep scan` beside us on rules that both can say. Prints Markdown. Needs `npm run build`, Python, Go and a JDK with its sources.
 *
 *   node scripts/bench/scan-speed.mjs [--bytes 2200000] [--rounds 3] [--million] [--beside] [--write <page>]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BESIDE, besideAstGrep } from './scan-beside.mjs';
import { costOf, cpuMs, inFolder, median } from './scan-costs.mjs';
import { rawParser } from './scan-raw.mjs';
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
const { loadParser } = await import(`${SCAN}syntax/parser.js`);
const { readingOf } = await import(`${SCAN}syntax/language.js`);
const { prepared } = await import(`${SCAN}syntax/prepare.js`);
const parse = await loadParser();
const raw = await rawParser(['python', 'JavaScript', 'TypeScript', 'Tsx', 'go', 'rust', 'java', 'bash']);

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
if (values.beside) {
  const write = (folder) => writeSamples(folder, ({ language }) => BESIDE.some((id) => id.startsWith(`${language}/`)));
  lines.push('', ...(await besideAstGrep(BIN, write, Number(values.rounds))));
}
const page = `${lines.join('\n')}\n`;
console.log(page);
if (values.write !== undefined) writeFileSync(join(TOP, values.write), page);

function ratios() {
  const rows = samples.map(measured);
  const all = ['parseMs', 'readMs', 'scanMs', 'bytes', 'lines', 'findings'].map((key) =>
    rows.reduce((sum, row) => sum + row[key], 0),
  );
  const [parseMs, readMs, scanMs, bytes, count, findings] = all;
  return [
    '## Beside the parsing alone',
    '',
    'Every round parses all files of a language with the library alone, then reads the trees out of it, then scans the files. The files: the language’s own',
    'library and tests as this machine has them, and our fixtures with the labelled corpus once, which hold most of the findings. The aim is 0.6; what the time',
    'goes into is in [scan-costs.md](scan-costs.md).',
    '',
    '| language | MB | lines | findings | parse, CPU ms | parse and read, CPU ms | scan, CPU ms | parse / scan |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...[...rows, { language: 'sum', parseMs, readMs, scanMs, bytes, lines: count, findings }].map(
      (row) =>
        `| ${row.language} | ${(row.bytes / 1e6).toFixed(1)} | ${row.lines} | ${row.findings} | ${row.parseMs.toFixed(0)} | ${row.readMs.toFixed(0)} | ${row.scanMs.toFixed(0)} | ${(row.parseMs / row.scanMs).toFixed(2)} |`,
    ),
  ];
}

function measured({ language, files, bytes, lines }) {
  const parsed = [];
  const read = [];
  const scanned = [];
  let findings = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    parsed.push(
      cpuMs(() => {
        for (const { path, text } of files) raw(path, text);
      }),
    );
    read.push(
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
  return { language, bytes, lines, findings, parseMs: median(parsed), readMs: median(read), scanMs: median(scanned) };
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

function writeSamples(folder, wanted = () => true) {
  let count = 0;
  for (const { language, files, lines } of samples.filter(wanted)) {
    for (const { path, text } of files) {
      const to = join(folder, language, path.replaceAll('node_modules', 'modules'));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, text);
    }
    count += lines;
  }
  return count;
}
