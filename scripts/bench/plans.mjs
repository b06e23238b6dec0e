/**
 * `npm run bench:plans`: every plan in simulated worlds, next to the fixed protocol, as one Markdown document. The same seed gives the same
 * document. Options: --worlds N (200), --seed N, --only <name,name…>, --write <file>. Exits 1 if a requirement is not met.
 *
 * A part is a file in plans/ that exports `run({ worlds, seed })` and returns `{ title, about?, columns, rows, more?, thresholds }`: a table of
 * texts, further tables `{ columns, rows }`, and demands `{ what, bound: 'at-least' | 'at-most', limit, got, pass }`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

const PARTS = ['confirm', 'isolate', 'order', 'time', 'screen'];

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '8191' },
    only: { type: 'string' },
    write: { type: 'string' },
  },
});
const worlds = Number(values.worlds);
const seed = Number(values.seed);
if (!Number.isInteger(worlds) || worlds < 1 || !Number.isInteger(seed))
  throw new Error('--worlds and --seed are whole numbers');
const chosen = values.only?.split(',') ?? PARTS;
if (!chosen.every((name) => PARTS.includes(name))) throw new Error(`--only names some of ${PARTS.join(', ')}`);

const parts = [];
for (const name of PARTS.filter((part) => chosen.includes(part))) {
  process.stderr.write(`${name} …\n`);
  const { run } = await import(`./plans/${name}.mjs`);
  parts.push(await run({ worlds, seed }));
}
const text = documentOf(parts);
process.stdout.write(text);
if (values.write !== undefined) {
  mkdirSync(dirname(values.write), { recursive: true });
  writeFileSync(values.write, text);
}
if (parts.some(({ thresholds }) => thresholds.some(({ pass }) => !pass))) process.exitCode = 1;

function documentOf(measured) {
  const only = values.only === undefined ? '' : ` --only ${values.only}`;
  const command = `npm run bench:plans -- --worlds ${worlds} --seed ${seed}${only}`;
  return `${[
    '# Plans in simulation',
    `Simulated suites ("worlds"), seed ${seed}. Made by \`${command}\`. Shares and means have 95 % confidence intervals. All algorithms of a table see the same worlds. "fixed" is the [fixed protocol](../use/fixed-protocol.md), "halving" is plain bisection, "ours" is what \`diagnose\` does.`,
    'Simulated suites fail by simple rules. The tables show whether a plan finds such a rule and what it costs, not how often real suites follow it.',
    ...measured.flatMap(sectionOf),
  ].join('\n\n')}\n`;
}

function sectionOf({ title, about, columns, rows, more = [], thresholds }) {
  return [
    `## ${title}`,
    ...(about ? [about] : []),
    tableOf(columns, rows),
    ...more.map((table) => tableOf(table.columns, table.rows)),
    tableOf(['demand', 'limit', 'measured', ''], thresholds.map(demandRow)),
  ];
}

function demandRow({ what, bound, limit, got, pass }) {
  return [what, `${bound === 'at-least' ? '≥' : '≤'} ${limit}`, rounded(got), pass ? 'PASS' : 'MISS'];
}

function rounded(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 4 : 1);
}

function tableOf(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
}
