/**
 * Records how BATS starts each test. `record.mjs <bats> [--files path]… --into <folder> --target <id> -- [flags for bats]…`. BATS runs once from a copy whose
 * `bats-exec-test` reads the file as ever, writes down how it was started, and runs no test. What is recorded goes into the stream.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import titlePath from '../javascript/title-path.cjs';
import { readTests } from './read-tests.mjs';
import { testFiles } from './test-files.mjs';
import { withoutRetries } from './without-retries.mjs';

/** A larger suite takes long to record: then only the file of the target is. */
const MAX_TESTS = 500;
const LAST_LINE = /\nbats_perform_test\b.*\s*$/;
const AT_START = `unflake_arguments=("$@")\nenv -0 >"$UNFLAKE_RECORD/$$.env"\n`;
const AT_END = `
trap - EXIT ERR DEBUG
cp "$BATS_TEST_SOURCE" "$UNFLAKE_RECORD/$$.bats"
declare -F setup_file teardown_file >"$UNFLAKE_RECORD/$$.fixtures" || :
printf '%s\\0' "\${unflake_arguments[@]}" >"$UNFLAKE_RECORD/$$.arguments"
exit 0
`;
/** The replay sets them for each process and each test. */
const SET_LATER =
  /^BATS_(?:RUN_TMPDIR|SUITE_TMPDIR|FILE_TMPDIR|TMPDIR|CWD|ROOT_PID|TEST_SOURCE|TEST_FILENAME|TEST_FILE_NUMBER|OUT|SAVED_PATH|WARNING_FILE)$/;
const OF_BATS = /^(?:BATS_|BASH_FUNC_bats_)/;
/** What a shell sets by itself. */
const OF_SHELL = /^(?:_|SHLVL|PWD|OLDPWD|UNFLAKE_RECORD)$/;

const { bats, named, into, target, flags } = options(process.argv.slice(2));
for (const program of record())
  appendFileSync(process.env.UNFLAKE_STREAM, `${JSON.stringify({ ev: 'program', ...program })}\n`);

/** A program for each file whose tests can be started like this. */
function record() {
  const copy = join(into, 'bats');
  const recorder = join(into, 'recorder');
  if (withoutRetries(bats, copy) === bats) return [];
  const program = withoutRetries(bats, recorder);
  const starter = join(recorder, 'libexec/bats-core/bats-exec-test');
  const [shebang, ...lines] = readFileSync(starter, 'utf8').split('\n');
  const text = lines.join('\n');
  if (!LAST_LINE.test(text)) return [];
  writeFileSync(starter, `${shebang}\n${AT_START}${text.replace(LAST_LINE, () => AT_END)}`);

  const records = join(into, 'records');
  mkdirSync(records);
  const all = testFiles(process.cwd(), named);
  const count = all.reduce((sum, file) => sum + readTests(file).length, 0);
  const files = count > MAX_TESTS ? [titlePath.fileOf(target)] : all;
  const args = [...flags, '--formatter', 'cat', '--timing', ...files];
  const env = { ...process.env, UNFLAKE_RECORD: records };
  // unflake-allow ignored-exit-status: no test ran; what was recorded tells how far it came
  spawnSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const started = readdirSync(records)
    .sort()
    .flatMap((name) => (name.endsWith('.arguments') ? [startOf(records, name)] : []));
  return files.flatMap((file) => {
    const own = started.filter(({ path }) => relative(process.cwd(), path) === file);
    return programOf(file, own, { copy, recorder });
  });
}

function startOf(records, name) {
  const words = readFileSync(join(records, name), 'utf8').split('\0').slice(0, -1);
  const textOf = (kind) => readFileSync(join(records, name.replace(/arguments$/, kind)), 'utf8');
  const [path, test, , number] = words.slice(-5);
  const env = Object.fromEntries(
    textOf('env')
      .split('\0')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  return {
    path,
    source: join(records, name.replace(/arguments$/, 'bats')),
    name: test,
    number: Number(number),
    flags: words.slice(0, -5),
    env,
    hasFixtures: textOf('fixtures') !== '',
  };
}

function programOf(file, started, { copy, recorder }) {
  const tests = readTests(file);
  const inOrder = started.toSorted((a, b) => a.number - b.number);
  const [first] = inOrder;
  const isWhole = tests.length === inOrder.length && inOrder.every(({ number }, at) => number === at + 1);
  if (first === undefined || !isWhole || inOrder.some(({ hasFixtures }) => hasFixtures)) return [];
  const env = ownVariables(first.env, recorder, copy);
  if (env === null) return [];
  const names = inOrder.map(({ name }, at) => ({ id: tests[at].id, name }));
  return [{ file, path: first.source, cwd: process.cwd(), env, bats: { flags: first.flags, tests: names } }];
}

/** What BATS itself sets. Null where the file or the suite sets something else: a recorded value would stay the same in all trials, and a run may draw another. */
function ownVariables(env, recorder, copy) {
  const changed = Object.entries(env).filter(([name, value]) => process.env[name] !== value && !OF_SHELL.test(name));
  const own = {};
  for (const [name, value] of changed) {
    if (name === 'PATH' && value === `${env.BATS_LIBEXEC}:${process.env.PATH}`) continue;
    if (!OF_BATS.test(name) || name === 'BATS_SETUP_SUITE_COMPLETED') return null;
    if (SET_LATER.test(name)) continue;
    if (value.includes(env.BATS_RUN_TMPDIR)) return null;
    own[name] = value.replaceAll(recorder, copy);
  }
  return own;
}

function options([program, ...argv]) {
  const split = argv.indexOf('--');
  const given = argv.slice(0, split);
  const values = (flag) => given.flatMap((word, at) => (given[at - 1] === flag ? [word] : []));
  return {
    bats: program,
    named: values('--files'),
    into: values('--into')[0],
    target: values('--target')[0],
    flags: argv.slice(split + 1),
  };
}
