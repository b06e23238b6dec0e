/**
 * How many of the warnings and errors that `scan` gives on projects that nobody here wrote are true: draws projects by seed, scans each as its user
 * would, draws findings by the same seed, and prints them with the lines around, to be judged by a reader.
 *
 *   node scripts/bench/scan-precision.mjs --list projects.txt --mirrors <folder> --work <folder> --seed 201 --out draw.md
 *   node scripts/bench/scan-precision.mjs --seed 201 --judged
 *
 * The draw goes round the projects, one finding of each in turn, at most ten of one, so that no project fills it. Judgements are lines of
 * `results/scan-precision-<seed>.jsonl`: project, commit, file, line, rule, verdict and reason; the first run writes them with the verdict null.
 * `--judged` prints their figures. `--new` passes over projects that an earlier draw has taken.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../packages/testkit/dist/random.js';
import { checkOut, mirrorOf } from './real/projects/check-out.mjs';
import { readEcosystems } from './real/projects/draw.mjs';

const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const MAX_OF_ONE_PROJECT = 10;
const LINES_AROUND = 8;
const { values } = parseArgs({
  options: {
    list: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string' },
    seed: { type: 'string', default: '201' },
    projects: { type: 'string', default: '40' },
    findings: { type: 'string', default: '100' },
    out: { type: 'string' },
    new: { type: 'boolean', default: false },
    judged: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const JUDGEMENTS = fileURLToPath(new URL(`results/scan-precision-${seed}.jsonl`, import.meta.url));

if (values.judged) console.log(figures());
else {
  if (!values.list || !values.work) throw new Error('--list <file> and --work <folder> are needed');
  mkdirSync(values.work, { recursive: true });
  const scans = drawnProjects().map(scanned);
  const drawn = drawnFindings(scans);
  writeFileSync(resolve(values.out ?? join(values.work, `draw-${seed}.md`)), drawn.map(shown).join('\n'));
  if (!existsSync(JUDGEMENTS))
    writeFileSync(JUDGEMENTS, drawn.map((one) => `${JSON.stringify(judgementOf(one))}\n`).join(''));
}

/** Those without a mirror are passed over when there is a folder of mirrors; those of other draws when new ones are asked for. */
function drawnProjects() {
  const all = readEcosystems(readFileSync(values.list, 'utf8')).flatMap(({ names }) => names);
  const known = values.new ? projectsOfOtherDraws() : new Set();
  const there = all.filter((name) => !known.has(name) && (!values.mirrors || mirrorOf(name, values.mirrors) !== null));
  return random(seed).shuffle(there).slice(0, Number(values.projects));
}

function projectsOfOtherDraws() {
  const folder = fileURLToPath(new URL('results', import.meta.url));
  const files = readdirSync(folder)
    .sort()
    .filter((name) => /^scan-precision-\d+\.jsonl$/.test(name) && join(folder, name) !== JUDGEMENTS);
  return new Set(files.flatMap((name) => readRows(join(folder, name)).map(({ project }) => project)));
}

function readRows(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function scanned(project) {
  const folder = resolve(values.work, project.replace('/', '+'));
  if (!existsSync(folder)) checkOut(project, folder, values.mirrors);
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'scan', '--fail-on', 'never', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
  if (status !== 0) throw new Error(`${project}: ${stderr}`);
  const { result } = JSON.parse(stdout);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const findings = result.findings.filter(({ severity }) => severity !== 'note');
  const notes = result.findings.length - findings.length;
  console.error(
    `${project}: ${findings.length} warnings and errors, ${notes} notes, ${result.problems.length} problems, ${result.files} files, ${seconds} s`,
  );
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  return { project, commit, folder, findings };
}

function drawnFindings(scans) {
  const order = random(seed + 1);
  const piles = scans.map(({ findings, ...where }) =>
    order
      .shuffle(findings)
      .slice(0, MAX_OF_ONE_PROJECT)
      .map((finding) => ({ ...where, ...finding })),
  );
  const inTurn = Array.from({ length: MAX_OF_ONE_PROJECT }, (_, turn) => piles.flatMap((pile) => pile[turn] ?? []));
  return inTurn.flat().slice(0, Number(values.findings));
}

function judgementOf({ project, commit, file, line, rule }) {
  return { project, commit, file, line, rule, verdict: null, reason: '' };
}

function shown({ project, folder, file, line, rule, severity, message, test }, at) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  const first = Math.max(0, line - 1 - LINES_AROUND);
  const around = lines
    .slice(first, line + LINES_AROUND)
    .map((text, n) => `${first + n + 1 === line ? '>' : ' '}${first + n + 1} ${text.slice(0, 200)}`);
  const where = test === null ? 'outside tests' : `test ${JSON.stringify(test)}`;
  return [
    `## ${at + 1} ${rule} (${severity}) ${project} ${file}:${line}`,
    `${message}; ${where}`,
    '```',
    ...around,
    '```',
    '',
  ].join('\n');
}

function figures() {
  const rows = readRows(JUDGEMENTS);
  const isTrue = ({ verdict }) => verdict === true;
  const byRule = new Map();
  for (const row of rows) {
    const kind = row.rule.slice(row.rule.indexOf('/') + 1);
    byRule.set(kind, [...(byRule.get(kind) ?? []), row]);
  }
  const lines = [...byRule]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([rule, own]) => `| ${rule} | ${own.length} | ${own.filter(isTrue).length} |`);
  const right = rows.filter(isTrue).length;
  const projects = new Set(rows.map(({ project }) => project)).size;
  return [
    `seed ${seed}: ${right} of ${rows.length} true (${Math.round((100 * right) / rows.length)} %), ${projects} projects`,
    '',
    '| rule | drawn | true |',
    '|---|---:|---:|',
    ...lines,
  ].join('\n');
}
