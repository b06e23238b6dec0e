/** Names that readers had to decode are gone, and stay gone: from the code, its file names, and the pages about it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TOP = fileURLToPath(new URL('../../../..', import.meta.url));
const WHERE = [
  ...['packages/testkit', 'packages/unflake', 'scripts', 'docs', 'examples', 'action.yml'],
  ...['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
];
const TEXTS = /\.(?:ts|mts|mjs|cjs|js|py|rb|php|java|go|c|h|bash|bats|sh|gradle|tmpl|md|json|yml)$/;
/** This list itself, and tests about names of earlier releases. */
const ABOUT_NAMES = /\/(?:plain-words|earlier-names|earlier-case|scan-old-names|old-names|renamed)(?:\.test)?\.ts$/;

/** Names that are no words of English: not one may be left. */
const NAMES = [
  ...['openLaboratory', 'LaboratoryOptions', 'onGround', 'openGround', 'readyGround', 'groundOf'],
  ...['DiagnoseQuestion', 'MachineThen', 'machineNow', 'seedRule', 'SeedFinding', 'SeedProtocolFinding', 'followSeed'],
  ...[
    'processOutside',
    'lookOf',
    'lookAt',
    'sightOf',
    'readMade',
    'madeText',
    'Foretelling',
    'logForetold',
    'FORETOLD',
  ],
  ...['besideOthers', 'failsOnlyBeside', 'runBeside', 'onlyBeside', 'openShelf', 'ShelfLimits'],
  ...['takeBack', 'TakenBack', 'takeAway', 'TakenAway', 'TakenApart', 'isTakenAway', 'isLifted', 'mayBeLifted'],
  ...['isAwake', 'unheard', 'TargetSilent', 'askBack', 'comesBack', 'DOORS', 'DoorEntry', 'DOOR_FIELDS'],
  ...['with_', 'endIf', 'endIfOver', 'failsByItself', 'isOften', 'lookWithin', 'heldByElder'],
];

/** Words of English: only what is declared under such a name counts. */
const DECLARED = [
  ...['Laboratory', 'Ground', 'Bench', 'Question', 'Asked', 'Then', 'Outside', 'Look', 'Looked', 'Sight', 'Made'],
  ...['Telling', 'Shelf', 'Begun', 'Door', 'laboratory', 'ground', 'bench', 'then', 'look', 'made', 'told'],
  ...['beside', 'shelf', 'awake', 'asleep', 'heard', 'hands', 'give', 'door', 'dice', 'together', 'of', 'so'],
];

/** Wording that was replaced in output, docs and comments: not one may come back. */
const PHRASES = [
  ...['seed protocol', 'protocol of the seed', 'a plain bug', 'laboratory'],
  ...[
    'processor time',
    'copies beside it',
    'clocks, dice',
    'unseeded dice',
    'throws dice',
    'passes all tests of unflake',
  ],
  ...['what is left:', 'not in the table |', 'sleeps and hopes', 'once more to leave at once'],
  ...['library for the linker', 'an elder unflake', 'whole number"', 'true or false"'],
];

/** Kept: an interface, or the work of others. */
const KEPT: readonly RegExp[] = [
  // Public names of the testkit.
  /^packages\/testkit\/src\/concurrency\/barrier\.ts: together$/,
  // Text of sample projects.
  /^scripts\/fixtures\/.*: dice$/,
  // A name in Rust programs.
  /^packages\/unflake\/src\/scan\/semantics\/rust\/around\.ts: with_$/,
  // Local names of single rules, and code in their samples.
  /^packages\/unflake\/src\/scan\/(?:rules|report\/options)\/.*: (?:made|beside|with_)$/,
  /^docs\/rules\/.*: made$/,
  // A field of a definition: the type that it belongs to.
  /^packages\/unflake\/src\/scan\/facts\/definitions\/.*: of$/,
  // Code of a sample project.
  /^scripts\/fixtures\/causes\/collision-port\.mjs: door$/,
];

const FILES = [
  ...[
    'words.ts',
    'state-words.ts',
    'verdict-words.ts',
    'door-request.ts',
    'doors.ts',
    'look.ts',
    'made.ts',
    'foretold.ts',
  ],
  ...[
    'why-not.cjs',
    'come-back.cjs',
    'their-flags.mjs',
    'behind.mjs',
    'behind-wrapper.ts',
    'take-back.ts',
    'take-away.ts',
  ],
  ...['laboratory.ts', 'ground.ts', 'bench.ts', 'beside-others.ts', 'lifted.ts', 'end-if.ts', 'seed-protocol.ts'],
];

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...WHERE, 'fixtures'], {
  cwd: TOP,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter((path) => path !== '');

const word = (names: readonly string[]) => `(?<![\\w$])(?:${names.join('|')})(?![\\w$])`;
const anywhere = new RegExp(word(NAMES), 'g');
const declared = new RegExp(
  `\\b(?:function\\*?|const|let|class|interface|type|def|import \\* as) (${DECLARED.join('|')})(?= *[=(<:{]| extends| implements|$)`,
  'gm',
);

const texts = tracked.filter(
  (path) => TEXTS.test(path) && !path.startsWith('fixtures/') && !ABOUT_NAMES.test(path) && existsSync(join(TOP, path)),
);
/** Local names inside a test may be short. */
const isTest = (path: string) => /^packages\/\w+\/test\//.test(path);
const phrase = new RegExp(PHRASES.map((text) => text.replaceAll('|', '\\|')).join('|'), 'gi');

test('no name of the list is left', () => {
  const left = texts.flatMap((path) => {
    const text = readFileSync(join(TOP, path), 'utf8');
    const found = [...text.matchAll(anywhere)].map(([name]) => name);
    const own = isTest(path) ? [] : [...text.matchAll(declared)].map(([, name]) => name!);
    return [...new Set([...found, ...own])].map((name) => `${path}: ${name}`);
  });
  expect(left.filter((line) => !KEPT.some((pattern) => pattern.test(line)))).toEqual([]);
});

test('no replaced wording is left', () => {
  const left = texts
    .filter((path) => !/^(?:docs\/rules|scripts\/fixtures|packages\/unflake\/(?:src|test\/unit)\/scan)\//.test(path))
    .flatMap((path) => [...readFileSync(join(TOP, path), 'utf8').matchAll(phrase)].map(([text]) => `${path}: ${text}`));
  expect([...new Set(left)]).toEqual([]);
});

test('limits are MAX_ and MIN_', () => {
  const limits = /(?<![\w$])(?:MOST|LEAST|FEWEST|LONGEST)_[A-Z]\w*/g;
  const left = texts.flatMap((path) =>
    [...readFileSync(join(TOP, path), 'utf8').matchAll(limits)].map(([name]) => `${path}: ${name}`),
  );
  expect(left).toEqual([]);
});

test('no file and no fixture has a name of the list', () => {
  expect(tracked.filter((path) => FILES.includes(basename(path)) || path.includes('phase12'))).toEqual([]);
});

test('the list is searched as it should be', () => {
  expect('const made = 1;\nfunction look() {}\nclass Door {'.match(declared)).toHaveLength(3);
  expect('what was made, and a look at the door'.match(declared)).toBeNull();
  expect(' endIf(x) '.match(anywhere)).toEqual(['endIf']);
  expect('The Seed Protocol'.match(phrase)).toEqual(['Seed Protocol']);
  expect(texts).toEqual(
    expect.arrayContaining([
      'README.md',
      'CHANGELOG.md',
      'docs/use/diagnose.md',
      'scripts/test.mjs',
      'packages/unflake/probes/pytest/run.py',
      'packages/unflake/probes/junit/java/unflake/Probe.java',
      'packages/unflake/probes/rspec/run.rb',
      'packages/unflake/probes/phpunit/run.php',
      'packages/unflake/probes/go-test/probe.go.tmpl',
      'packages/unflake/native/starter/guard.c',
      'packages/unflake/helpers/bats/load.bash',
    ]),
  );
});
