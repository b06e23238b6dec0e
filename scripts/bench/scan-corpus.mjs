/**
 * Scans the labelled corpus in fixtures/scan with the built rules and prints what each got right, as a Markdown table. Needs `npm run build`.
 *
 *   node scripts/bench/scan-corpus.mjs [--language python] [--show] [--write docs/design/scan-corpus-measured.md]
 *
 * `--show` names every line that was flagged wrongly or missed.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** Notes that the tables below cannot show themselves. */
const WHAT_IT_DOES_NOT_SHOW = [
  '**Read these figures as "no known miss", not as rates.** The same people wrote rules and files, many rules have only two to six labels, and rules were changed',
  'after they had been run on the corpus. The first run of some files, before rules were changed because of them, is a better guide:',
  '',
  '| files | right | wrong | missed |',
  '|---|---:|---:|---:|',
  '| JavaScript | 147 | – | 5 |',
  '| Java | 178 | 1 | 4 |',
  '| Ruby, Kotlin, C#, PHP and C++ | 238 | 6 | 10 |',
  '| JavaScript and Java, written after the rules | 23 | 3 | 3 |',
  '| Ruby, Kotlin, C#, PHP and C++, written after the rules | 49 | 1 | 5 |',
];

const top = fileURLToPath(new URL('../..', import.meta.url));
const corpus = join(top, 'fixtures/scan');
const { values } = parseArgs({
  options: {
    language: { type: 'string', multiple: true, default: [] },
    show: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
});

const { labels, scores } = await compiled('scan-corpus');
const { scanText } = await import('../../packages/unflake/dist/scan/scan-text.js');
const { loadParser } = await import('../../packages/unflake/dist/scan/syntax/parser.js');
const parse = await loadParser();

const languages = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'rules')
  .filter(({ name }) => values.language.length === 0 || values.language.includes(name))
  .map(({ name }) => name)
  .sort();
const results = languages.map(measured);
const page = pageOf(results);
if (values.show) for (const { language, all } of results) for (const score of all) show(language, score);
console.log(page);
if (values.write !== undefined) writeFileSync(join(top, values.write), page);

function measured(language) {
  const expected = [];
  const found = [];
  const files = filesOf(join(corpus, language));
  let clean = 0;
  for (const file of files) {
    const text = readFileSync(join(corpus, language, file), 'utf8');
    const scan = scanText(file, text, parse);
    if (scan === null) throw new Error(`${language}/${file}: no language of ours`);
    if (scan.problems.length > 0) throw new Error(`${language}/${file}: ${scan.problems[0].why}`);
    const labelled = labels(file, text);
    if (labelled.length === 0) clean += 1;
    expected.push(...labelled);
    found.push(...scan.findings.map(({ rule, line }) => ({ file, line, rule: rule.slice(rule.indexOf('/') + 1) })));
  }
  return { language, files: files.length, clean, all: scores(expected, found) };
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function pageOf(all) {
  const lines = [
    '# Scan rules on the labelled corpus',
    '',
    'Made by `node scripts/bench/scan-corpus.mjs --write docs/design/scan-corpus-measured.md` from the files in `fixtures/scan`. A hit is one rule at one line. A rule',
    'passes with a precision of at least 0.95 and a recall of at least 0.9.',
    '',
    ...WHAT_IT_DOES_NOT_SHOW,
  ];
  for (const { language, files, clean, all: rules } of all) {
    lines.push('', `## ${language}`, '', `${files} files, ${clean} of them without a label.`, '');
    lines.push('| rule | right | wrong | missed | precision | recall | |', '|---|---|---|---|---|---|---|');
    for (const { rule, right, wrong, missed, precision, recall } of rules) {
      const cells = [rule, right, wrong.length, missed.length, precision.toFixed(3), recall.toFixed(3)];
      lines.push(`| ${cells.join(' | ')} | ${precision >= 0.95 && recall >= 0.9 ? 'pass' : 'MISS'} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function show(language, { wrong, missed }) {
  for (const [what, places] of [
    ['wrong', wrong],
    ['missed', missed],
  ])
    for (const { file, line, rule } of places) console.error(`${what} ${language}/${file}:${line} ${rule}`);
}

/** One file of fixtures/: the others may be changing. */
async function compiled(name) {
  const out = join(top, 'node_modules/.cache/unflake-scan-corpus');
  const options = '--ignoreConfig --module nodenext --target es2022 --strict --skipLibCheck --outDir'.split(' ');
  const tsc = join(top, 'node_modules/typescript/bin/tsc');
  const source = join(top, 'fixtures', `${name}.ts`);
  const { status, stdout } = spawnSync(process.execPath, [tsc, source, ...options, out], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cannot compile ${source}: ${stdout}`);
  return import(pathToFileURL(join(out, `${name}.js`)).href);
}
