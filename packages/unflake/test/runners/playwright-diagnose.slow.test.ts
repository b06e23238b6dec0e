/** A diagnosis with Playwright Test from end to end: from a line that it prints to the polluter and the commands. */
import { symlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { diagnosisOf, Place } from '../cli/unflake.ts';
import { writeFiles } from './small-project.ts';

const SUITE = `const { test, expect } = require('@playwright/test');
let basket = [];
test.describe('Cart', () => {
  test('adds', () => { basket.push('apple'); });
  test('totals', () => { expect(basket).toEqual([]); });
});`;
const VICTIM_LINE = SUITE.split('\n').findIndex((line) => line.includes('totals')) + 1;

describe('a victim behind a polluter of its own file', () => {
  const place = new Place();
  afterAll(() => place.remove());

  // About twenty runs of Playwright, of several seconds each on a busy machine.
  test('is diagnosed from the line that Playwright prints', { timeout: 600_000 }, async () => {
    const tools = await npmTools({ '@playwright/test': '1.65.1' });
    await writeFiles(place.subject, {
      'package.json': '{ "private": true }',
      'playwright.config.js': "module.exports = { testDir: 'tests', projects: [{ name: 'chromium' }] };",
      'tests/cart.spec.js': SUITE,
    });
    symlinkSync(join(tools, 'node_modules'), join(place.subject, 'node_modules'));
    const line = `  1) [chromium] › cart.spec.js:${VICTIM_LINE}:3 › Cart › totals ─────────────`;
    const diagnosis = diagnosisOf(await place.run(['diagnose', line, '--seed', '1', '--json', '--quiet']));
    expect(diagnosis).toMatchObject({
      test: 'tests/cart.spec.js > Cart > totals',
      verdict: 'isolated',
      cause: { family: 'ordering', kind: 'victim' },
      polluters: [['tests/cart.spec.js > Cart > adds']],
      reproduce: {
        confirmed: true,
        fails: expect.stringContaining(String.raw`--reporter=list 'tests/cart\.spec\.js'`),
        passes: expect.stringContaining('--grep'),
      },
    });
    expect((await readdir(place.subject)).toSorted()).toEqual([
      'node_modules',
      'package.json',
      'playwright.config.js',
      'tests',
    ]);
    const byLine = await place.run([
      'diagnose',
      `tests/cart.spec.js:${VICTIM_LINE}`,
      '--trials',
      '1',
      '--json',
      '--quiet',
    ]);
    expect(diagnosisOf(byLine).test).toBe('tests/cart.spec.js > Cart > totals');
  });
});
