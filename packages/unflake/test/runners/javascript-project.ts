/** The project that Jest and Vitest keep the contract of runners with: the same files, but for retries and the way to leave a process. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunnerFixture } from '../contract/runner.ts';

export interface JavascriptProject {
  /** Folder whose node_modules holds the runner. */
  readonly tools: string;
  /** Of the runner's script inside node_modules. */
  readonly script: string;
  /** More files, for the runner's own configuration. */
  readonly files: Readonly<Record<string, string>>;
  /** Defines the test `passes at the second try`, with retries asked for. */
  readonly retried: string;
  /** Absolute path of the Node that runs it; ours where there is none. */
  readonly node?: string;
  /** An expression that leaves the process with this code at once. */
  readonly exit: (code: number) => string;
}

const ODD = String.raw`
describe('brackets [1] (two) {3}', () => {
  test('it\'s "quoted" and \`ticked\`', () => {});
  test.each([[1, 'a b'], [2, 'ü']])('adds %i to %s', () => {});
});
describe('a > b', () => test('back\\slash \\# > done $^.*+?|', () => {}));
describe('twice', () => test('same name', () => {}));
describe('twice', () => {
  test('same name', () => {});
  test('same name', () => {});
});
test('snowman ☃ 日本語 🎉', () => {});
test('line\nbreak and  two spaces ', () => {});
`;

const ODD_TITLES = [
  `brackets [1] (two) {3} > it's "quoted" and \`ticked\``,
  'brackets [1] (two) {3} > adds 1 to a b',
  'brackets [1] (two) {3} > adds 2 to ü',
  String.raw`a \> b > back\\slash \\# \> done $^.*+?|`,
  'twice > same name',
  String.raw`twice > same name\#2`,
  String.raw`twice > same name\#3`,
  'snowman ☃ 日本語 🎉',
  String.raw`line\nbreak and  two spaces `,
];

const ROLES = `
test('passes', () => expect(1).toBe(1));
test('fails', () => expect('what came').toBe('what was expected'));
test.skip('skips', () => expect(1).toBe(2));
describe('broken set-up', () => {
  beforeEach(() => { throw new Error('no database'); });
  test('errors', () => {});
});
`;

const ORDER = `
let polluted = false;
let runs = 0;
test('victim', () => expect(polluted).toBe(false));
test('polluter', () => { polluted = true; });
test('self-polluter', () => { runs += 1; expect(runs).toBe(1); });
`;

/** A file each, by the end of its name: where a file has a process of its own, one run shows them all. */
const ends = (exit: JavascriptProject['exit']) => ({
  seven: `test('exits with seven', () => { ${exit(7)}; });`,
  zero: `test('exits with zero', () => { ${exit(0)}; });`,
  killed: `test('kills itself', () => { process.kill(process.pid, 'SIGKILL'); });`,
  never: `
const NEVER = 2 ** 31 - 1;
test('hangs', () => new Promise((resolve) => setTimeout(resolve, NEVER)), NEVER);
`,
});

export async function writeJavascriptProject(folder: string, project: JavascriptProject): Promise<RunnerFixture> {
  const odd = ODD_TITLES.map((title) => `suite/odd names.test.js > ${title}`);
  const ids = {
    passes: 'suite/roles.test.js > passes',
    fails: 'suite/roles.test.js > fails',
    skips: 'suite/roles.test.js > skips',
    errors: 'suite/roles.test.js > broken set-up > errors',
    retried: 'suite/retried.test.js > passes at the second try',
    victim: 'suite/order.test.js > victim',
    polluter: 'suite/order.test.js > polluter',
    selfPolluter: 'suite/order.test.js > self-polluter',
    exitsSeven: 'suite/ends-seven.test.js > exits with seven',
    exitsZero: 'suite/ends-zero.test.js > exits with zero',
    killsItself: 'suite/ends-killed.test.js > kills itself',
    hangs: 'suite/ends-never.test.js > hangs',
  };
  await writeFiles(folder, {
    'package.json': '{ "name": "subject", "private": true }',
    'suite/odd names.test.js': ODD,
    'suite/roles.test.js': ROLES,
    'suite/retried.test.js': project.retried,
    'suite/order.test.js': ORDER,
    ...Object.fromEntries(Object.entries(ends(project.exit)).map(([end, text]) => [`suite/ends-${end}.test.js`, text])),
    ...project.files,
  });
  await symlink(join(project.tools, 'node_modules'), join(folder, 'node_modules'));
  return {
    program: [project.node ?? process.execPath, join(project.tools, 'node_modules', project.script)],
    suite: [
      ...[ids.killsItself, ids.hangs, ids.exitsSeven, ids.exitsZero],
      ...odd,
      ...[ids.victim, ids.polluter, ids.selfPolluter],
      ids.retried,
      ...[ids.passes, ids.fails, ids.skips, ids.errors],
    ],
    odd,
    ...ids,
  };
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
