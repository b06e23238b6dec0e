/** The tests of a program in the order in which it runs them, from the listing that GoogleTest writes as JSON. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const WORDS_LIMIT = 2000;
const DISABLED = /(?:^|[/.])DISABLED_/;

/** @returns {{ ids: readonly string[], problem: string | null }} */
export function listTests(program, { root, flags, report }) {
  const path = join(root, program);
  const args = [...flags, '--gtest_list_tests', `--gtest_output=json:${report}`];
  const { status, signal, stdout, stderr, error } = spawnSync(path, args, { cwd: dirname(path), encoding: 'utf8' });
  if (status !== 0 || !existsSync(report)) {
    const words = `${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`.trim().slice(0, WORDS_LIMIT);
    return { ids: [], problem: `${program} does not list its tests; it ended with ${signal ?? status}: ${words}` };
  }
  const { testsuites } = JSON.parse(readFileSync(report, 'utf8'));
  const names = testsuites.flatMap(({ name, testsuite }) => testsuite.map((test) => letters(`${name}.${test.name}`)));
  const ids = names.filter((name) => !DISABLED.test(name)).map((name) => `${program}::${name}`);
  const twice = ids.filter((id, at) => ids.indexOf(id) < at);
  const problem = twice.length === 0 ? null : `the same name twice in one program: ${twice.join(', ')}`;
  return { ids: [...new Set(ids)], problem };
}

/** GoogleTest writes each byte of a letter as a separate character. */
function letters(name) {
  if (/[^\p{ASCII}\u0080-\u00ff]/u.test(name)) return name;
  const text = Buffer.from(name, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? name : text;
}
