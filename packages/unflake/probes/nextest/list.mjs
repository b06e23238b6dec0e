/** Lets nextest build and list every test of a cargo project, in the order in which one worker would run them. */
import { spawnSync } from 'node:child_process';

const MAX_OUTPUT = 1 << 28;
const KEPT_WORDS = 4000;
/** The first version that writes its JSON lines as tests start and end; priorities, with which we set an order, are older. */
const OLDEST = [0, 9, 103];

export function listTests({ cargo, flags, targets }, write) {
  const version = ask(cargo, ['nextest', '--version']);
  const found = /\d+\.\d+\.\d+/.exec(version.stdout)?.[0];
  if (found !== undefined && isOlder(found.split('.').map(Number), OLDEST)) {
    write({ ev: 'problem', text: `cargo-nextest ${found} is too old; ${OLDEST.join('.')} or later is needed` });
    return 1;
  }
  const { suites, stderr, status } = askSuites({ cargo, flags, targets });
  if (status !== 0) {
    write({ ev: 'problem', text: `nextest could not list the tests:\n${stderr.trim().slice(-KEPT_WORDS)}` });
    return status ?? 1;
  }
  for (const { binaryId, file, cases } of suites) {
    const names = cases.flatMap(([name, one]) => (isOfSuite(one) ? [name] : []));
    if (names.length > 0 && file === undefined)
      write({ ev: 'problem', text: `${binaryId} is left out: another target is built from the same file` });
    else write({ ev: 'collected', ids: names.map((name) => `${file}::${name}`) });
  }
  return 0;
}

/** Tests with `#[ignore]`. */
export function ignoredTests(project) {
  return askSuites(project).suites.flatMap(({ file, cases }) =>
    cases.flatMap(([name, { ignored }]) => (ignored ? [`${file}::${name}`] : [])),
  );
}

function askSuites({ cargo, flags, targets }) {
  const { stdout, stderr, status } = ask(cargo, ['nextest', 'list', '--message-format', 'json', ...flags]);
  if (status !== 0) return { suites: [], stderr, status };
  const files = new Map([...targets].map(([file, { binaryId }]) => [binaryId, file]));
  const suites = Object.values(JSON.parse(stdout)['rust-suites']).map((suite) => ({
    binaryId: suite['binary-id'],
    file: files.get(suite['binary-id']),
    cases: Object.entries(suite.testcases ?? {}),
  }));
  return { suites, stderr, status };
}

/** Tests that nextest runs, and those with `#[ignore]`, which it would skip. */
function isOfSuite({ 'filter-match': match }) {
  return match.status === 'matches' || match.reason === 'ignored';
}

function isOlder(version, other) {
  const at = version.findIndex((part, index) => part !== other[index]);
  return at >= 0 && version[at] < other[at];
}

function ask(program, argv) {
  const asked = spawnSync(program, argv, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  if (asked.error) throw asked.error;
  return asked;
}
