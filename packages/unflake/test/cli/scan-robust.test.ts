import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BIN } from '../program.ts';
import { Place } from './unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

test('a scan names every file that it could not read as it is, continues, and finds what the others hold', async () => {
  const write = (file: string, content: string | Uint8Array) => writeFileSync(join(place.subject, file), content);
  write('binary.py', Uint8Array.from([1, 0, 2]));
  write('broken.go', 'package a\n\nfunc f() {\n\tx := := 1\n}\n');
  write('good.py', 'import time\nprint(time.time())\n');
  write('latin.py', Uint8Array.from([0x23, 0xe9, 0x0a]));
  write('long.js', `const x = "${'y'.repeat(10 * 1024 * 1024)}";\n`);
  write('open.ts', 'export const a = [1, 2;\n');
  mkdirSync(join(place.subject, 'sub'));
  symlinkSync('..', join(place.subject, 'sub/again'));
  symlinkSync('loop.py', join(place.subject, 'loop.py'));
  execFileSync('mkfifo', [join(place.subject, 'pipe.py')]);
  const shut = shutFile('shut.py');

  const { code, stdout } = await place.run(['scan', '--json', '--fail-on', 'never']);

  expect(code).toBe(0);
  const { result } = JSON.parse(stdout) as {
    result: { findings: unknown[]; problems: { file: string; why: string }[] };
  };
  expect(result.findings).toMatchObject([{ rule: 'python/wall-clock', file: 'good.py', line: 2 }]);
  expect(result.problems.map(({ file, why }) => `${file}: ${why}`).sort()).toEqual([
    'binary.py: is not text',
    'broken.go: the syntax is not understood from line 4 on',
    'latin.py: is not UTF-8, and was read as Latin-1',
    'long.js: has a line of 10.0 MB',
    'loop.py: a loop of links',
    'open.ts: a `]` is missing in line 1',
    'pipe.py: is neither a file nor a folder',
    `shut.py: ${shut}`,
    'sub/again: a link to a folder that was scanned already',
  ]);
});

/** Somebody to whom files can be shut; who is not root is that already. */
const AS_ORDINARY_USER =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--bounding-set=-all', '--inh-caps=-all', '--']
    : [];

test('files and folders that the user may not read are named, and the others are scanned', () => {
  const at = (file: string) => join(place.subject, file);
  mkdirSync(at('closed'));
  for (const file of ['closed/a.py', 'good.py', 'shut.py'])
    writeFileSync(at(file), 'import time\nprint(time.time())\n');
  chmodSync(at('shut.py'), 0);
  chmodSync(at('closed'), 0);
  chmodSync(place.folder, 0o755);
  const [program, ...args] = [...AS_ORDINARY_USER, process.execPath, BIN, 'scan', '--json', '--fail-on', 'never'];

  const { status, stdout, stderr } = spawnSync(program!, args, {
    cwd: place.subject,
    encoding: 'utf8',
    env: { ...process.env, HOME: '/nonexistent', XDG_STATE_HOME: '/nonexistent', XDG_CACHE_HOME: '/nonexistent' },
  });
  chmodSync(at('closed'), 0o700);

  expect(status, stderr).toBe(0);
  const { result } = JSON.parse(stdout) as { result: { findings: unknown[]; problems: unknown[] } };
  expect(result.findings).toMatchObject([{ rule: 'python/wall-clock', file: 'good.py', line: 2 }]);
  expect(result.problems).toEqual([
    { file: 'closed', why: 'may not be read' },
    { file: 'shut.py', why: 'may not be read' },
  ]);
});

/** Nothing is shut to root but what the system itself does not give away. */
function shutFile(name: string): string {
  const file = join(place.subject, name);
  if (process.getuid?.() === 0) {
    symlinkSync('/proc/self/mem', file);
    return 'cannot be read (EIO)';
  }
  writeFileSync(file, '');
  chmodSync(file, 0);
  return 'may not be read';
}
