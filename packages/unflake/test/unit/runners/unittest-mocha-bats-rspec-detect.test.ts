/** A repository of many languages: each runner finds its own part, and the signs of one are not taken for another's. */
import { describe, expect, test } from 'vitest';
import { detectRunners } from '../../../src/engine/subject/detect-runners.ts';
import { RUNNERS } from '../../../src/runners/index.ts';
import { projectOf } from './project-of.ts';

const PARTS = {
  unittest: { 'tools/setup.py': '', 'tools/tests/test_a.py': 'import unittest\n' },
  mocha: {
    'web/package.json': '{ "scripts": { "test": "mocha" }, "devDependencies": { "mocha": "12.0.3" } }',
    'web/test/a.js': "const assert = require('node:assert');\n",
  },
  bats: { 'scripts/test/a.bats': '@test "a" { true; }\n' },
  minitest: {
    'gems/test/test_helper.rb': 'require "minitest/autorun"\n',
    'gems/test/a_test.rb': 'require "test_helper"\n',
  },
  phpunit: { 'shop/phpunit.xml': '<phpunit/>', 'shop/tests/ATest.php': '<?php\n' },
  rspec: { 'api/.rspec': '', 'api/spec/a_spec.rb': 'RSpec.describe("a") {}\n' },
} as const;

const found = (files: Readonly<Record<string, string>>) =>
  detectRunners(projectOf(files), RUNNERS).map(
    ({ adapter, detection }) => `${adapter.name} ${detection.folder} ${detection.strength}`,
  );

describe('a repository of many languages', () => {
  test('is split into its runners, each in its own folder', () => {
    const all = Object.assign({}, ...Object.values(PARTS)) as Record<string, string>;
    expect(found(all).filter((line) => !line.endsWith('possible'))).toEqual([
      'rspec api configured',
      'phpunit shop configured',
      'unittest tools likely',
      'mocha web likely',
      'minitest gems likely',
      'bats . likely',
    ]);
  });

  test.each(Object.entries(PARTS))('with %s alone has that one first', (name, files) => {
    expect(found(files)[0]).toMatch(new RegExp(`^${name} `));
  });
});
