/**
 * Plants realistic defects into real projects and diagnoses each with the built command line. The projects are not part of this repository;
 * the reader names them in a file: `--projects` is a JSON list of
 *
 *   { "name": "<owner>/<name>", "runner": "pytest", "tests": "<folder>", "source": "<folder>", "install": "<shell line>" }
 *
 * with `package` for Python, Go, Rust and Java, and `ending` and `modules` (typescript, esm, commonjs) for JavaScript. Each is installed once
 * below `--work`, from `<mirrors>/<owner>+<name>/repo` or from GitHub.
 *
 *   npm run bench:planted -- --projects list.json --work /tmp/planted --draw 24 --seed 1 --out rows.jsonl
 *   npm run bench:planted -- --projects list.json --work /tmp/planted --check
 *
 * A draw goes on from the rows that `--out` holds already.
 * `--unflake <bin>` takes the command line of another checkout, to compare two states of the code on the same draw.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { check } from './planted/check.mjs';
import { diagnose, environmentFor } from './planted/diagnose.mjs';
import { draw } from './planted/draw.mjs';
import { judge, said, topHypotheses } from './planted/judge.mjs';
import { KINDS } from './planted/kinds.mjs';
import { discardCopy, freshCopy, layOut } from './planted/layout.mjs';
import { canPlant, makePlant, writePlant } from './planted/plant.mjs';
import { summary } from './planted/summary.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    projects: { type: 'string' },
    work: { type: 'string' },
    mirrors: { type: 'string' },
    draw: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3' },
    kind: { type: 'string', multiple: true },
    project: { type: 'string', multiple: true },
    out: { type: 'string' },
    unflake: { type: 'string', default: join(top, 'packages/unflake/bin/unflake.js') },
    check: { type: 'boolean', default: false },
  },
});
if (!values.projects || !values.work) throw new Error('--projects <file> and --work <folder> are needed');
const places = { work: resolve(values.work), mirrors: values.mirrors && resolve(values.mirrors) };
const projects = JSON.parse(readFileSync(values.projects, 'utf8')).filter(
  ({ name }) => values.project === undefined || values.project.includes(name),
);
const kinds = values.kind ?? Object.keys(KINDS);

if (values.check) checkAll();
else await diagnoseAll();

function checkAll() {
  let wrong = 0;
  for (const project of projects) {
    for (const kind of kinds.filter((name) => canPlant(name, project))) {
      const orders = KINDS[kind].orders ?? [['victim']];
      // The order in which it fails, and the order with the most tests in it.
      const order = orders[1]?.length === 3 ? orders[1] : orders[0];
      const problems = planted(project, makePlant(kind, project, { order, port: 20_999 }), (plant, cwd) =>
        check(plant, project, { cwd, env: environmentFor(cwd), clean: () => clean(plant) }),
      );
      wrong += problems.length;
      console.log(`${problems.length === 0 ? 'as said' : 'NOT AS SAID'}  ${kind}  ${project.name} (${project.runner})`);
      for (const problem of problems) console.log(problem.replace(/^/gm, '    '));
    }
  }
  process.exitCode = wrong === 0 ? 0 : 1;
}

async function diagnoseAll() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: dirname(resolve(values.unflake)),
    encoding: 'utf8',
  }).trim();
  const rows = [];
  const kept = values.out && existsSync(values.out) ? readRows(values.out) : [];
  for (const drawn of draw(projects, { count: Number(values.draw), seed: Number(values.seed), kinds })) {
    const done = kept.find(
      ({ seed, kind, project }) => seed === drawn.seed && kind === drawn.kind && project === drawn.project.name,
    );
    if (done) {
      rows.push(done);
      continue;
    }
    const plant = makePlant(drawn.kind, drawn.project, drawn);
    const row = await planted(drawn.project, plant, (_, cwd) => diagnosed(drawn, plant, cwd));
    rows.push({ commit, ...row });
    console.log(
      `${row.right ? 'right' : row.wrongIsolated ? 'WRONG' : 'open '}  ${row.kind}  ${row.project}  ${row.said}`,
    );
    if (values.out) appendFileSync(values.out, `${JSON.stringify({ commit, ...row })}\n`);
  }
  console.log(summary(rows));
}

async function diagnosed(drawn, plant, cwd) {
  const { envelope, seconds, trouble } = await diagnose(plant.typed.victim, {
    cwd,
    seed: drawn.seed,
    minutes: Number(values.minutes),
    program: resolve(values.unflake),
  });
  const row = {
    kind: drawn.kind,
    project: drawn.project.name,
    runner: drawn.project.runner,
    order: drawn.order,
    seed: drawn.seed,
    typed: plant.typed.victim,
    ...judge(envelope, plant),
    said: said(envelope, trouble),
    hypotheses: topHypotheses(envelope),
    trials: envelope?.result?.cost?.trials ?? 0,
    seconds,
    load: Math.round(loadavg()[0]),
  };
  if (values.out) keep(row, envelope);
  return row;
}

function readRows(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** The whole result, next to the rows. */
function keep(row, envelope) {
  const folder = `${values.out}.answers`;
  mkdirSync(folder, { recursive: true });
  const name = `${row.seed}-${row.kind}-${row.project.replace('/', '+')}.json`;
  writeFileSync(join(folder, name), JSON.stringify(envelope, null, 1));
}

/** Runs a function in a fresh copy of the project with the defect, then removes the copy and what its tests left elsewhere. */
function planted(project, plant, use) {
  const home = layOut(project, places);
  const cwd = freshCopy(home);
  clean(plant);
  writePlant(plant, cwd);
  const end = () => {
    clean(plant);
    discardCopy(home);
  };
  const result = use(plant, cwd);
  if (!(result instanceof Promise)) {
    end();
    return result;
  }
  return result.finally(end);
}

function clean({ leaves }) {
  for (const name of leaves) rmSync(join(tmpdir(), name), { force: true });
}
