/**
 * `node scripts/bench/verify.mjs`: is `unflake verify` right about changes? Twelve causes × a real fix, a change that makes the failure ten
 * times rarer, and one that only hides it, in simulated worlds. Options: --seeds N (25), --write <file>. Exits 1 if a change that is no fix
 * is called one, or if a cell is right in less than 95 %. The same seeds give the same document.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hidingChanges } from '../../packages/unflake/dist/scan/change/hiding-changes.js';
import { loadParser } from '../../packages/unflake/dist/scan/syntax/parser.js';
import { CAUSES, HIDING, textsOf } from './verify/causes.mjs';
import { simulate } from './verify/simulate.mjs';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '25' }, write: { type: 'string' } } });
const seeds = Number(values.seeds);
if (!Number.isInteger(seeds) || seeds < 1) throw new Error('--seeds is a whole number');

const parse = await loadParser(['python']);
const CHANGES = {
  'real fix': { now: () => 0, isRight: ({ verdict }) => verdict === 'fixed' },
  'ten times rarer': { now: ({ rate }) => rate / 10, isRight: ({ verdict }) => verdict === 'still-flaky' },
  'only hidden': {
    now: ({ rate, hide }) => HIDING[hide].rate(rate),
    // `fixed` is right for what a removed assertion does to the runs, as long as it is named beside it.
    isRight: (_found, { hide }) =>
      hidingChanges(textsOf(hide), parse)?.some(({ kind }) => kind === HIDING[hide].kind) === true,
  },
};

let wrong = 0;
const cells = [];
for (const code of ['both', 'new']) {
  for (const cause of CAUSES) {
    for (const [change, { now, isRight }] of Object.entries(CHANGES)) {
      const found = Array.from({ length: seeds }, (_, seed) => simulate(cause, now(cause), code, seed + 1));
      const right = found.filter((one) => isRight(one, cause)).length;
      const fixed = found.filter(({ verdict }) => verdict === 'fixed').length;
      if (change === 'ten times rarer') wrong += fixed;
      cells.push({ code, cause, change, right, fixed, trials: median(found.map(({ trials }) => trials)) });
    }
  }
  process.stderr.write(`${code} done\n`);
}

const text = documentOf();
process.stdout.write(text);
if (values.write !== undefined) writeFileSync(values.write, text);
if (wrong > 0 || cells.some(({ code, right }) => code === 'both' && right < 0.95 * seeds)) process.exitCode = 1;

function documentOf() {
  const table = (code) => {
    const rows = CAUSES.map((cause) => {
      const own = Object.keys(CHANGES).map((change) =>
        cells.find((cell) => cell.code === code && cell.cause === cause && cell.change === change),
      );
      const shown = own.map(({ right, fixed, trials }) => `${right}/${seeds} | ${fixed} | ${trials}`);
      return `| ${cause.name} (${Math.round(100 * cause.rate)} %) | ${shown.join(' | ')} | ${HIDING[cause.hide].kind} |`;
    });
    const head = Object.keys(CHANGES).map((change) => `${change}: right | called \`fixed\` | trials`);
    return [`| cause (old rate) | ${head.join(' | ')} | how it is hidden |`, `|---|${'---|'.repeat(10)}`, ...rows].join(
      '\n',
    );
  };
  return `${[
    '# Verifying fixes in simulation',
    `Made by \`node scripts/bench/verify.mjs --seeds ${seeds}\`. Each cell has ${seeds} seeds; trials are the median, with those of the old code and of the control, of at most 2,000. "Right" is \`fixed\` for a real fix, \`still-flaky\` for a failure that became ten times rarer, and for a change that only hides it, that its kind is named.`,
    '## The old and the new code in turns',
    table('both'),
    '## The new code alone, against the rate that the case has recorded',
    table('new'),
    `Of ${2 * CAUSES.length * seeds} changes that make the failure ten times rarer, ${wrong} were called \`fixed\`.`,
  ].join('\n\n')}\n`;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
