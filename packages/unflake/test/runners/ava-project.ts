/** The project that AVA keeps the contract of runners with. */
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunnerFixture } from '../contract/runner.ts';
import { writeFiles } from './small-project.ts';

const ODD = String.raw`
import test from 'ava';
test('brackets [1] (two) {3}', (t) => t.pass());
test('it\'s "quoted" and \`ticked\`', (t) => t.pass());
const adds = Object.assign((t) => t.pass(), { title: (_, n, text) => 'adds ' + n + ' to ' + text });
test(adds, 1, 'a b');
test(adds, 2, 'ü');
test('a > b', (t) => t.pass());
test('back\\slash \\# > done $^.*+?|!', (t) => t.pass());
test('snowman ☃ 日本語 🎉', (t) => t.pass());
test('Same Name', (t) => t.pass());
test('same name', (t) => t.pass());
test('# SKIP', (t) => t.pass());
`;

const ODD_TITLES = [
  'brackets [1] (two) {3}',
  `it's "quoted" and \`ticked\``,
  'adds 1 to a b',
  'adds 2 to ü',
  String.raw`a \> b`,
  String.raw`back\\slash \\# \> done $^.*+?|!`,
  'snowman ☃ 日本語 🎉',
  'Same Name',
  'same name',
  '# SKIP',
];

const FILES = {
  'package.json': JSON.stringify({
    name: 'subject',
    private: true,
    type: 'module',
    scripts: { test: 'ava --fail-fast' },
    ava: { files: ['spec/**/*.js'], failFast: true },
  }),
  'spec/odd names.js': ODD,
  'spec/ends.js': `
import test from 'ava';
test('exits with seven', () => { process.exit(7); });
test('exits with zero', () => { process.exit(0); });
test('kills itself', () => { process.kill(process.pid, 'SIGKILL'); });
test('hangs', () => new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1)));
`,
  'spec/order.js': `
import test from 'ava';
let polluted = false;
let runs = 0;
test('victim', (t) => t.is(polluted, false));
test('polluter', (t) => { polluted = true; t.pass(); });
test('self-polluter', (t) => {
  t.is(t.context.seen, undefined);
  t.context.seen = true;
  runs += 1;
  t.is(runs, 1);
});
`,
  'spec/roles.js': `
import test from 'ava';
test('passes', (t) => t.pass());
test('fails', (t) => t.is('what came', 'what was expected'));
test.skip('skips', (t) => t.fail());
`,
  'spec/set-up.js': `
import test from 'ava';
test.beforeEach(() => { throw new Error('no database'); });
test('errors', (t) => t.pass());
`,
};

/** Its name has changed over time. */
export function avaScript(tools: string): string {
  const place = join(tools, 'node_modules/ava');
  const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { bin: string | { ava: string } };
  return join(place, typeof bin === 'string' ? bin : bin.ava);
}

/** The same project for the first versions of AVA 3, which cannot load ECMAScript modules. */
const inCommonJs = Object.fromEntries(
  Object.entries(FILES).map(([name, text]) => [
    name,
    text.replace("import test from 'ava';", "const test = require('ava');").replace('"type":"module",', ''),
  ]),
);

interface AvaProject {
  readonly tools: string;
  readonly modules: 'ecmascript' | 'commonjs';
  readonly node: string;
}

export async function writeAvaProject(folder: string, { tools, modules, node }: AvaProject): Promise<RunnerFixture> {
  await writeFiles(folder, modules === 'commonjs' ? inCommonJs : FILES);
  await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
  const odd = ODD_TITLES.map((title) => `spec/odd names.js > ${title}`);
  const ids = {
    exitsSeven: 'spec/ends.js > exits with seven',
    exitsZero: 'spec/ends.js > exits with zero',
    killsItself: 'spec/ends.js > kills itself',
    hangs: 'spec/ends.js > hangs',
    victim: 'spec/order.js > victim',
    polluter: 'spec/order.js > polluter',
    selfPolluter: 'spec/order.js > self-polluter',
    passes: 'spec/roles.js > passes',
    fails: 'spec/roles.js > fails',
    skips: 'spec/roles.js > skips',
    errors: 'spec/set-up.js > errors',
  };
  return {
    program: [node, avaScript(tools)],
    suite: [
      ...[ids.exitsSeven, ids.exitsZero, ids.killsItself, ids.hangs],
      ...odd,
      ...[ids.victim, ids.polluter, ids.selfPolluter],
      ...[ids.passes, ids.fails, ids.skips, ids.errors],
    ],
    odd,
    ...ids,
  };
}
