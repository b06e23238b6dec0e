import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Detection, RunnerAdapter } from '../../../../src/contract/runner.ts';
import { chooseRunner, detectRunners, withoutSubstitutes } from '../../../../src/engine/subject/detect-runners.ts';
import { openProject } from '../../../../src/engine/subject/open-project.ts';
import { scriptRunner } from '../sample-trial.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `text of ${file}`);
  }
}

describe('a project', () => {
  test('lists its own files, sorted, without dependencies, products and version control', () => {
    write('b.py', 'a/z.py', 'a.py', '.git/HEAD', 'node_modules/x/index.js', 'sub/.venv/bin/python', 'target/debug/x');
    write('my-env/pyvenv.cfg', 'my-env/lib/site.py', 'sub/dist/x.js', '.github/ci.yml');
    const project = openProject(root);
    expect(project.files).toEqual(['.github/ci.yml', 'a.py', 'a/z.py', 'b.py']);
    expect(project.text('a/z.py')).toBe('text of a/z.py');
    expect(project.text('absent')).toBeUndefined();
    expect(project.text('a')).toBeUndefined();
  });

  test('is identified by its real path, and links to folders are not followed', () => {
    write('inner/a.py');
    symlinkSync(root, join(root, 'inner', 'loop'));
    symlinkSync(join(root, 'inner'), join(root, 'link'));
    const project = openProject(join(root, 'link'));
    expect(project.root).toBe(join(root, 'inner'));
    expect(project.files).toContain('a.py');
    expect(project.files.filter((file) => file.includes('loop/'))).toEqual([]);
  });

  test('that does not exist, or is a file, is a fault', () => {
    write('file');
    for (const name of ['absent', 'file']) {
      expect(() => openProject(join(root, name))).toThrow(expect.objectContaining({ code: 'ROOT_NOT_FOUND' }));
    }
  });
});

function runner(name: string, strength: Detection['strength'] | null): RunnerAdapter {
  const detection = strength === null ? null : { folder: '.', because: [`${name}.ini`], strength };
  return { ...scriptRunner(() => ''), name, detect: () => detection };
}

describe('runners of a project', () => {
  const choose = (...runners: RunnerAdapter[]) => chooseRunner(detectRunners(openProject(root), runners), root);

  test('that would replace another one are not listed next to it', () => {
    const plain = runner('plain', 'configured');
    const better = { ...runner('better', 'configured'), otherwise: plain };
    const names = (...runners: RunnerAdapter[]) =>
      withoutSubstitutes(detectRunners(openProject(root), runners)).map(({ adapter }) => adapter.name);
    expect(names(plain, better)).toEqual(['better']);
    expect(names(plain, { ...better, detect: () => null })).toEqual(['plain']);
  });

  test('come with the strongest signs first, and the strongest is taken', () => {
    const runners = [runner('a', 'possible'), runner('b', null), runner('c', 'configured'), runner('d', 'likely')];
    expect(detectRunners(openProject(root), runners).map(({ adapter }) => adapter.name)).toEqual(['c', 'd', 'a']);
    expect(choose(...runners).adapter.name).toBe('c');
  });

  test('are a fault when there is none, and when several are equally likely', () => {
    expect(() => choose(runner('a', null))).toThrow(expect.objectContaining({ code: 'NO_RUNNER' }));
    const several = () => choose(runner('a', 'likely'), runner('b', 'likely'), runner('c', 'possible'));
    expect(several).toThrow(
      expect.objectContaining({ code: 'SEVERAL_RUNNERS', details: { root, runners: ['a', 'b'], folders: ['.'] } }),
    );
    expect(several).toThrow(`${root} has several test runners: a (a.ini); b (b.ini)`);
  });

  test('are one suite per folder with equally strong signs', () => {
    const found = { because: ['a.ini'], strength: 'likely' } as const;
    const both = { folder: 'x', ...found, alsoIn: [{ folder: 'y', ...found }] };
    const twice = { ...runner('a', null), detect: () => both };
    expect(detectRunners(openProject(root), [twice]).map(({ detection }) => detection.folder)).toEqual(['x', 'y']);
    expect(() => choose(twice)).toThrow('a in several folders; choose one with --root: x, y');
  });
});
