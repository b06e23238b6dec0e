/**
 * Measures the cost of a scan against parsing alone, file by file in one process, alternating; memory and time of one run over a million
 * lines; and `ast-grep scan` on rules that both can express. Prints Markdown. Needs `npm run build`, Python, Go and a JDK with its sources.
 *
 *   node scripts/bench/scan-speed.mjs [--bytes 2200000] [--rounds 3] [--million] [--beside] [--write <page>]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BESIDE, besideAstGrep } from './scan-beside.mjs';
import { costOf, inFolder, median, timed } from './scan-costs.mjs';
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

const ARMS = {
  parse: ({ path, text }) => raw(path, text),
  read: ({ path, text }) => parse(readingOf(path).grammar, prepared(path, text)),
  scan: ({ path, text }) => scanText(path, text, parse),
};

const samples = Object.keys(LANGUAGES).map((language) => ({ language, ...sampleOf(language, Number(values.bytes)) }));
const lines = [
  '# How fast a scan is',
  '',
  'Made by `node scripts/bench/scan-speed.mjs --rounds 9 --million --beside --write docs/design/scan-speed-measured.md`.',
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
  const sum = (pick) => rows.reduce((all, row) => all + pick(row), 0);
  const total = Object.fromEntries(
    Object.keys(ARMS).map((arm) => [
      arm,
      { wallMs: sum((row) => row[arm].wallMs), cpuMs: sum((row) => row[arm].cpuMs) },
    ]),
  );
  const all = { language: 'sum', ...total };
  for (const key of ['bytes', 'lines', 'findings']) all[key] = sum((row) => row[key]);
  const ratio = (row, key) => (row.parse[key] / row.scan[key]).toFixed(2);
  return [
    '## Compared with parsing alone',
    '',
    'Every round parses all files of a language with the library alone, then also reads the syntax trees, then scans the files. The files are the standard library and tests of the',
    'language as installed, our fixtures and the labelled corpus. The goal is parse / scan of at least 0.6. CPU time includes all threads. [scan-costs](scan-costs.md) says where the time goes.',
    '',
    '| language | MB | lines | findings | parse, ms | parse and read, ms | scan, ms | **parse / scan** | the same by CPU time |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...[...rows, all].map((row) => {
      const times = Object.keys(ARMS).map((arm) => row[arm].wallMs.toFixed(0));
      return `| ${[row.language, (row.bytes / 1e6).toFixed(1), row.lines, row.findings, ...times, ratio(row, 'wallMs'), ratio(row, 'cpuMs')].join(' | ')} |`;
    }),
  ];
}

function measured({ language, files, bytes, lines }) {
  const taken = Object.fromEntries(Object.keys(ARMS).map((arm) => [arm, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [arm, work] of Object.entries(ARMS))
      taken[arm].push(
        timed(() => {
          for (const file of files) work(file);
        }),
      );
  }
  const medians = Object.entries(taken).map(([arm, all]) => [
    arm,
    { wallMs: median(all.map(({ wallMs }) => wallMs)), cpuMs: median(all.map(({ cpuMs }) => cpuMs)) },
  ]);
  const findings = files.reduce((all, { path, text }) => all + scanText(path, text, parse).findings.length, 0);
  return { language, bytes, lines, findings, ...Object.fromEntries(medians) };
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
