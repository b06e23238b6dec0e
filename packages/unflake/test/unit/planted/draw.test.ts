/** The planted cases: drawn by seed, over all kinds and runners, and written without a hint at the defect. */
import { expect, test } from 'vitest';
import { draw } from '../../../../../scripts/bench/planted/draw.mjs';
import { canPlant, makePlant, type Project } from '../../../../../scripts/bench/planted/plant.mjs';

const project = (runner: string, more: Partial<Project> = {}): Project => ({
  name: `someone/${runner}`,
  runner,
  tests: 'tests',
  source: 'src',
  package: 'shop',
  ending: '.test.js',
  modules: 'esm',
  ...more,
});
const PROJECTS = [
  ...['pytest', 'unittest', 'jest', 'mocha', 'node-test', 'go-test', 'cargo-test', 'maven', 'bats'].map((runner) =>
    project(runner),
  ),
  project('vitest', { modules: 'typescript', ending: '.test.ts' }),
];
const cases = draw(PROJECTS, { count: 60, seed: 7 });

test('the same seed draws the same cases, another seed others', () => {
  expect(draw(PROJECTS, { count: 60, seed: 7 })).toEqual(cases);
  expect(draw(PROJECTS, { count: 60, seed: 8 })).not.toEqual(cases);
});

test('a draw includes every kind and every runner, and no case twice', () => {
  expect(new Set(cases.map(({ kind }) => kind)).size).toBe(13);
  expect(new Set(cases.map((drawn) => drawn.project.runner)).size).toBe(10);
  expect(new Set(cases.map((drawn) => `${drawn.kind} ${drawn.project.name}`)).size).toBe(60);
});

test('what is typed is a part of the id of the victim', () => {
  for (const drawn of cases) {
    const { ids, typed } = makePlant(drawn.kind, drawn.project, drawn);
    expect(ids.victim).toContain(typed.victim);
  }
});

test('no planted file reveals the defect, or keeps a placeholder', () => {
  for (const drawn of cases) {
    const { files } = makePlant(drawn.kind, drawn.project, drawn);
    const text = Object.entries(files).flat().join('\n');
    expect(text).not.toMatch(/flak|pollut|victim|cleaner|leak|\brace|defect/i);
    expect(text).not.toMatch(/SLUG|\bPORT\b|\/\*[:!]/);
  }
});

test('a kind that a language does not have is not planted', () => {
  expect(canPlant('hash-order', project('jest'))).toBe(false);
  expect(canPlant('module-state', project('bats'))).toBe(false);
});
