/** The project that tap keeps the contract of runners with. A test is a file. */
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunnerFixture } from '../contract/runner.ts';
import { writeFiles } from './small-project.ts';

const TAP = "const t = require('tap');\n";
const PASSES = `${TAP}t.test('is fine', (t) => { t.ok(1); t.end(); });\n`;
const MARK = "require('node:path').join(process.env.TMPDIR, 'polluted')";

/** By the name of the file. */
const ROLES = {
  exitsSeven: ['ends/seven', `${TAP}t.test('exits', () => { process.exit(7); });`],
  exitsZero: ['ends/zero', `${TAP}t.test('exits', () => { process.exit(0); });`],
  killsItself: ['ends/killed', `${TAP}t.test('dies', () => { process.kill(process.pid, 'SIGKILL'); });`],
  hangs: ['ends/never', `${TAP}t.test('waits', () => { setTimeout(() => {}, 2 ** 31 - 1); });`],
  victim: ['order/a-victim', `${TAP}t.notOk(require('node:fs').existsSync(${MARK}));`],
  polluter: ['order/b-polluter', `${TAP}require('node:fs').writeFileSync(${MARK}, '');\nt.pass();`],
  selfPolluter: ['order/c-alone', PASSES],
  passes: ['roles/passes', PASSES],
  fails: [
    'roles/fails',
    `${TAP}t.test('is fine', (t) => { t.ok(1); t.end(); });\nt.test('compares', async (t) => { t.equal('what came', 'what was expected'); });`,
  ],
  skips: ['roles/skips', `${TAP}t.plan(0, 'not on this machine');`],
} as const;

// Each file is a process, and a slow one.
const ODD = {
  'it\'s "quoted", a > b.js': PASSES,
  'spaces  and [1] (two) {3}.js': PASSES,
  // tap does not check types unless it is told to.
  'ünïcode ☃.ts': `${TAP}const text: number = 'text';\nt.type(text, 'string');\n`,
};

export async function writeTapProject(folder: string, tools: string): Promise<RunnerFixture> {
  const roles = Object.entries(ROLES).map(([role, [name, text]]) => ({ role, file: `test/${name}.js`, text }));
  const odd = Object.entries(ODD).map(([name, text]) => ({ file: `test/odd/${name}`, text }));
  await writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'subject', private: true, scripts: { test: 'tap --jobs=2' } }),
    // With neither, TypeScript looks into all folders above.
    'tsconfig.json': '{}',
    ...Object.fromEntries(roles.map(({ file, text }) => [file, text])),
    ...Object.fromEntries(odd.map(({ file, text }) => [file, text])),
  });
  await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
  const escaped = (file: string) => file.replace('>', '\\>');
  const byRole = Object.fromEntries(roles.map(({ role, file }) => [role, file])) as Record<keyof typeof ROLES, string>;
  const tap = join(tools, 'node_modules/tap');
  const { bin } = JSON.parse(await readFile(join(tap, 'package.json'), 'utf8')) as { bin: { tap: string } };
  return {
    program: [process.execPath, join(tap, bin.tap)],
    suite: [...roles, ...odd]
      .map(({ file }) => file)
      .toSorted()
      .map(escaped),
    odd: odd.map(({ file }) => escaped(file)),
    ...byRole,
  };
}
