/** Names that readers had to decode are gone, and stay gone: from the code, its file names, and the pages about it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TOP = fileURLToPath(new URL('../../../..', import.meta.url));
const WHERE = [
  'packages/testkit/src',
  'packages/unflake/src',
  'packages/unflake/probes',
  'packages/unflake/helpers',
  'packages/unflake/native',
  'scripts',
  'docs',
];
const TEXTS = /\.(?:ts|mjs|cjs|py|rb|php|java|go|c|h|bash|bats|sh|gradle|md)$/;

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

const texts = tracked.filter((path) => TEXTS.test(path) && !path.startsWith('fixtures/'));

test('no name of the list is left', () => {
  const left = texts.flatMap((path) => {
    const text = readFileSync(join(TOP, path), 'utf8');
    const found = [...text.matchAll(anywhere)].map(([name]) => name);
    const own = [...text.matchAll(declared)].map(([, name]) => name!);
    return [...new Set([...found, ...own])].map((name) => `${path}: ${name}`);
  });
  expect(left.filter((line) => !KEPT.some((pattern) => pattern.test(line)))).toEqual([]);
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
});
