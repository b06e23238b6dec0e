/**
 * Lists or runs the JUnit tests of a Maven or Gradle project: `drive.mjs <maven|gradle> <its program> <cache> [--programs test] -- [its
 * flags]…`. The selection is in the file named by UNFLAKE_SELECTION; with UNFLAKE_LIST=1 all tests are listed, and with `--programs` the JVM
 * of this test is described instead. The build tool starts only if there is no cached build of the same files.
 */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { builtProject } from './builds.mjs';
import { compileProbe } from './compile-probe.mjs';
import { launch } from './launch.mjs';
import { recordedJvm } from './recorded-jvm.mjs';

const STREAM = process.env.UNFLAKE_STREAM;
const [tool, program, cache, ...words] = process.argv.slice(2);
const flags = words.slice(words.indexOf('--') + 1);
const target = words[0] === '--programs' ? words[1] : null;
const root = process.cwd();
const { launchesOf, outsideOf } = await import(`../${tool}/launches.mjs`);

const built = await builtProject(
  { root, outside: outsideOf(root), cache: join(cache, `${tool}-builds`), words: [program, ...flags] },
  async (copy, folder) => {
    const { launches, problems } = await launchesOf({ program, flags, copy, folder });
    return { launches: launches.map((one) => ({ ...one, probe: compileProbe(one, join(cache, 'junit')) })), problems };
  },
);
// Problems of the build are reported with the listing, and again only if nothing can run.
const listing = process.env.UNFLAKE_LIST === '1';
if (listing || built.launches.length === 0) for (const text of built.problems) write({ ev: 'problem', text });
const { code, signal } = await (target !== null ? describe() : listing ? list() : run());
// Exits like the JVM.
if (signal !== null) process.kill(process.pid, signal);
process.exitCode = code;

async function describe() {
  const file = target.split('::')[0];
  const one = built.launches.find(({ module, classes }) => classes.some((name) => module + name === file));
  if (one !== undefined)
    write({ ev: 'program', ...(await recordedJvm(one, { target, cache: join(cache, 'junit'), stream: STREAM })) });
  return { code: 0, signal: null };
}

async function list() {
  let worst = { code: 0, signal: null };
  for (const [turn, one] of built.launches.entries()) {
    const ending = await launch(one, { tests: null, repeat: 1, stream: STREAM, turn, moved });
    if (!ending.finished) {
      write({
        ev: 'problem',
        text: `the tests of ${one.module || basename(root)} cannot be listed: the JVM has ended`,
      });
      worst = ending;
    }
  }
  write({ ev: 'done' });
  return worst;
}

async function run() {
  const { tests, repeat } = JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8'));
  let worst = { code: 0, signal: null };
  let finished = true;
  const earlier = [];
  for (const [turn, { one, ids }] of turnsOf(tests).entries()) {
    const before = earlier.filter((id) => ids.includes(id));
    const ending = await launch(one, { tests: ids, before, repeat, stream: STREAM, turn, moved });
    for (let run = 0; run < repeat; run += 1) earlier.push(...ids);
    if (ending.finished) continue;
    finished = false;
    worst = ending;
  }
  if (finished) write({ ev: 'done' });
  return worst;
}

/** Adjacent tests that share a JVM. */
function turnsOf(tests) {
  const launches = new Map(built.launches.flatMap((one) => one.classes.map((name) => [one.module + name, one])));
  const turns = [];
  for (const id of tests) {
    const file = id.split('::')[0];
    const one = launches.get(file);
    const last = turns.at(-1);
    if (one === undefined) write({ ev: 'problem', text: `missing: there is no test ${id}` });
    else if (last?.one === one && (!one.perClass || last.file === file)) last.ids.push(id);
    else turns.push({ one, file, ids: [id] });
  }
  return turns;
}

/** A trial may have its own copy of the project, in which its tests read and write. */
function moved(path) {
  const inside = relative(built.copy, path);
  if (root === built.root || inside.startsWith('..')) return path;
  const own = join(root, inside);
  mkdirSync(own, { recursive: true });
  return own;
}

function write(event) {
  appendFileSync(STREAM, `${JSON.stringify(event)}\n`);
}
