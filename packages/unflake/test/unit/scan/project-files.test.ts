import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changedFiles, projectFiles } from '../../../src/scan/project-files.ts';
import { readSource } from '../../../src/scan/read-source.ts';
import { scanProject } from '../../../src/scan/scan-project.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-scan-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function git(...args: string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid', '-c', 'init.defaultBranch=main'];
  execFileSync('git', ['-C', root, ...who, ...args], { stdio: 'pipe' });
}

describe('the files of a project', () => {
  test('are all but dependencies, products and version control, sorted', async () => {
    for (const file of ['b.py', 'a/c.py', 'node_modules/x.js', 'target/y.rs', '.hg/z.py']) write(file, '');
    expect((await projectFiles(root)).files).toEqual(['a/c.py', 'b.py']);
  });

  test('are those that git shows, new ones included and ignored ones not', async () => {
    git('init', '-q');
    write('.gitignore', 'made/\n');
    for (const file of ['a.py', 'made/b.py', 'c.py']) write(file, '');
    git('add', 'a.py', '.gitignore');
    expect((await projectFiles(root)).files).toEqual(['.gitignore', 'a.py', 'c.py']);
    expect((await projectFiles(root, [join(root, 'c.py')])).files).toEqual(['c.py']);
  });

  test('can be those that a change touches', async () => {
    git('init', '-q');
    for (const file of ['same.py', 'edited.py', 'gone.py']) write(file, 'x = 1\n');
    git('add', '.');
    git('commit', '-qm', 'first');
    write('edited.py', 'x = 2\n');
    write('fresh.py', '');
    rmSync(join(root, 'gone.py'));
    expect([...(await changedFiles(root, 'HEAD'))!].sort()).toEqual(['edited.py', 'fresh.py']);
    expect(await changedFiles(root, 'no-such-revision')).toBeNull();
    expect(await changedFiles(root, '--output=x')).toBeNull();
  });

  test('loops of links, links to nothing and paths that do not exist are reported by name', async () => {
    write('a/b.py', '');
    symlinkSync('loop', join(root, 'loop'));
    symlinkSync('.', join(root, 'a/again'));
    symlinkSync('nowhere', join(root, 'void'));
    const { files, problems } = await projectFiles(root);
    expect(files).toEqual(['a/b.py']);
    expect(problems.map(({ file, why }) => `${file}: ${why}`)).toEqual([
      'a/again: a link to a folder that was scanned already',
      'loop: a loop of links',
      'void: does not exist, or is a link to nothing',
    ]);
    expect((await projectFiles(root, [join(root, 'absent')])).problems).toMatchObject([{ file: 'absent' }]);
  });
});

describe('a file that cannot be scanned', () => {
  test.each([
    ['is not text', Uint8Array.from([1, 0, 2])],
    ['has a line of 10.0 MB', `x = "${'y'.repeat(10 * 1024 * 1024)}"\n`],
    ['is too large (17.0 MB)', 'x = 1\n'.repeat(17 * 174763)],
  ])('%s', (why, content) => {
    write('a.py', content);
    expect(readSource(join(root, 'a.py'))).toEqual({ text: null, why });
  });

  const minified = 'var a=function(b){if(b){return b}};'.repeat(200);

  test('is minified, whatever its name, with the licence above it', () => {
    write('jquery.js', `/* licence */\n${minified}\n`);
    expect(readSource(join(root, 'jquery.js'))).toEqual({ text: null, why: 'is minified: a line of 7000 characters' });
  });

  test.each([
    ['a long line of data', `DATA = "${'QUJD'.repeat(5_000)}"\nassert decode(DATA)\n`],
    ['minified code in a file of more', `${minified}\n${'const b = 1;\n'.repeat(1_000)}`],
    ['long code in lines', `${minified.replaceAll(';', ';\n')}\n`],
  ])('is not what has %s', (_, text) => {
    write('a.js', text);
    expect(readSource(join(root, 'a.js'))).toEqual({ text, why: null });
  });

  test('does not exist', () => {
    expect(readSource(join(root, 'a.py'))).toEqual({ text: null, why: 'cannot be read (ENOENT)' });
  });

  test('in another encoding is read all the same, and told', () => {
    write('a.py', Uint8Array.from([0x23, 0xe9, 0x0a]));
    expect(readSource(join(root, 'a.py'))).toEqual({ text: '#é\n', why: 'is not UTF-8, and was read as Latin-1' });
  });

  test('does not keep others from being scanned', async () => {
    write('a.py', Uint8Array.from([0]));
    write('b.py', 'import time\ntime.time()\n)\n');
    write('c.txt', 'no code');
    const { files } = await projectFiles(root);
    const scan = await scanProject({ root, files, severities: {} });
    expect(scan).toMatchObject({
      files: 2,
      lines: 3,
      findings: [{ rule: 'python/wall-clock', file: 'b.py', line: 2 }],
    });
    expect(scan.problems).toEqual([
      { file: 'a.py', why: 'is not text' },
      { file: 'b.py', why: 'the syntax is not understood from line 3 on' },
    ]);
  });

  test('because its folder may not be read is reported, too', async () => {
    if (process.getuid?.() === 0) {
      // Root may read everything; what is left to see is that nothing is lost.
      write('shut/a.py', '');
      chmodSync(join(root, 'shut'), 0);
      expect((await projectFiles(root)).files).toEqual(['shut/a.py']);
    } else {
      write('shut/a.py', '');
      chmodSync(join(root, 'shut'), 0);
      expect((await projectFiles(root)).problems).toEqual([{ file: 'shut', why: 'may not be read' }]);
    }
    chmodSync(join(root, 'shut'), 0o700);
  });
});

describe('the severity of a rule', () => {
  test.each([
    [{ 'python/wall-clock': 'error' } as const, ['error']],
    [{ 'wall-clock': 'warning' } as const, ['warning']],
    [{ 'wall-clock': 'off' } as const, []],
    [{}, ['note']],
  ])('as %j says', async (severities, expected) => {
    write('a.py', 'import time\ntime.time()\n');
    const scan = await scanProject({ root, files: ['a.py'], severities });
    expect(scan.findings.map(({ severity }) => severity)).toEqual(expected);
  });
});
