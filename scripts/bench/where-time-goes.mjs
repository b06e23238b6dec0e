/**
 * Where the time of whole diagnoses goes, by kind of step: each fixture with new processes only and with the fastest launcher, in turns.
 * A moment belongs to the part of the work that began last; CPU time is that of unflake and all its processes meanwhile. Prints Markdown.
 *
 *   npm run build && npx tsc -p fixtures/tsconfig.json && node scripts/bench/where-time-goes.mjs --runner pytest --cause victim-one
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { toolOf } from '../fixtures/plain-commands.mjs';
import { diagnoseFixture } from './fixtures/diagnose-fixture.mjs';
import { judge } from './fixtures/judge.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => import(pathToFileURL(join(top, 'node_modules/.cache/unflake-fixtures', name)).href);
const { values } = parseArgs({
  options: {
    runner: { type: 'string', multiple: true, default: ['pytest'] },
    cause: { type: 'string', multiple: true, default: ['victim-one'] },
    launcher: { type: 'string', multiple: true, default: ['cold', 'fastest'] },
    seed: { type: 'string', default: '1001' },
  },
});
const { FIXTURES } = await built('all.js');
const { answerUnder, idOf } = await built('model.js');

const place = mkdtempSync(join(tmpdir(), 'unflake-time-'));
try {
  for (const cause of values.cause)
    for (const runner of values.runner) {
      const expected = FIXTURES.find((one) => one.cause === cause);
      if (!answerUnder(expected, runner)) continue;
      for (const launcher of values.launcher) console.log(await accountOf(expected, runner, launcher));
    }
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function accountOf(expected, runner, launcher) {
  const into = join(place, 'notes.json');
  const listen = new URL('time/listen.mjs', import.meta.url);
  listen.searchParams.set('into', into);
  const id = (title) => idOf(runner, expected, title);
  const load = loadavg()[0];
  const answer = await diagnoseFixture({
    runner,
    cause: expected.cause,
    id: id(expected.target),
    seed: Number(values.seed),
    tool: await toolOf(runner),
    nodeArgs: ['--import', listen.href],
    more: ['--launcher', launcher],
  });
  const { said, trials, right } = judge(answer, answerUnder(expected, runner), id);
  const account = summed(JSON.parse(readFileSync(into, 'utf8')));
  const s = (ms) => (ms / 1000).toFixed(2);
  const total = (key) => account.reduce((sum, one) => sum + one[key], 0);
  return [
    `\n**${runner}, ${expected.cause}, ${launcher}**: ${said}${right ? '' : ' (WRONG)'}, ${trials} trials, load ${load.toFixed(1)}\n`,
    '| part | times | s by the clock | CPU s |',
    '|---|---|---|---|',
    ...account.map(({ what, times, ms, cpuMs }) => `| ${what} | ${times} | ${s(ms)} | ${s(cpuMs)} |`),
    `| all | | **${s(total('ms'))}** | **${s(total('cpuMs'))}** |`,
  ].join('\n');
}

/** What a trial is called is known at its end only. */
function summed({ notes, ms, cpuMs }) {
  const ends = new Map(notes.filter(({ about }) => about !== undefined).map((note) => [note.part, note]));
  const sums = new Map();
  const add = (what, from, to, times = 0) => {
    const sum = sums.get(what) ?? { what, times: 0, ms: 0, cpuMs: 0 };
    sums.set(what, {
      what,
      times: sum.times + times,
      ms: sum.ms + to.ms - from.ms,
      cpuMs: sum.cpuMs + to.cpuMs - from.cpuMs,
    });
  };
  let open = [];
  let last = { ms: 0, cpuMs: 0 };
  for (const note of [...notes, { ms, cpuMs }]) {
    add(open.length === 0 ? 'between the parts' : nameOf(open), last, note);
    if (note.what !== undefined) {
      if (note.ahead) add(note.what, note, note, 1);
      else {
        open.push({ ...note, about: ends.get(note.part)?.about ?? {} });
        if (note.what !== 'processes') add(nameOf(open), note, note, 1);
      }
    } else open = open.filter(({ part }) => part !== note.part);
    last = note;
  }
  return [...sums.values()].toSorted((a, b) => b.ms - a.ms);
}

/** The newest part, within what: `trial, cold, plain: processes`. */
function nameOf(open) {
  const trial = open.findLast(({ what }) => what === 'trial');
  const compared = open.find(({ what }) => what.startsWith('compare'));
  const { what } = open.at(-1);
  if (what !== 'trial' && what !== 'processes') return compared ? `${compared.what}: ${what}` : what;
  const within = compared?.what ?? `trial, ${kindOf(trial?.about ?? {})}`;
  return what === 'processes' ? `${within}: processes` : within;
}

function kindOf({ started, mode, exclusive, conditions = {} }) {
  const turned = Object.keys(conditions);
  return [started, mode === 'plain' ? 'plain' : null, exclusive ? 'exclusive' : null, ...turned]
    .filter(Boolean)
    .join(', ');
}
