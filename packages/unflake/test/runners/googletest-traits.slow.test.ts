/** What only GoogleTest has: fixtures of several scopes, parameters, death tests, programs that must be found, and flags of their own. */
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGoogletest } from '../../../../scripts/toolchains/googletest.mjs';
import type { RunnerSettings } from '../../src/contract/runner.ts';
import { googletest } from '../../src/runners/googletest.ts';
import { openProject } from '../contract/runner-arm.ts';

const SOURCE = `
#include <gtest/gtest.h>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

TEST(Body, Throws) { throw std::runtime_error("no price"); }
TEST(Body, FailsTwice) { printf("prices"); EXPECT_EQ(1, 2); EXPECT_EQ(3, 4); }
TEST(Body, Dies) { EXPECT_DEATH(abort(), ""); }
TEST(Body, ReadsBesideTheProgram) { EXPECT_TRUE(std::ifstream("data.txt").good()); }
TEST(Body, HasAFlag) { EXPECT_STREQ("yes", getenv("SHOP_FLAG")); }

class TearsDown : public ::testing::Test {
 protected:
  void TearDown() override { throw std::runtime_error("cannot close"); }
};
TEST_F(TearsDown, Badly) {}

class Asserts : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(false) << "no server"; }
};
TEST_F(Asserts, InItsSetUp) {}

class Suite : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_TRUE(false) << "no database"; }
};
TEST_F(Suite, One) {}
TEST_F(Suite, Two) {}

class Text : public ::testing::TestWithParam<std::string> {};
TEST_P(Text, IsEmpty) { EXPECT_EQ("", GetParam()); }
INSTANTIATE_TEST_SUITE_P(A, Text, ::testing::Values("(3 ms)", "a\\nb, where"));

TEST(Ends, ByAnAssertion) { assert(1 == 2); }
`;

let home: string;
let built: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'unflake-googletest-'));
  built = join(home, 'shop_test');
  await writeFile(join(home, 'shop_test.cc'), SOURCE);
  await buildGoogletest(join(home, 'shop_test.cc'), built);
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Files of another text are programs of the shell. */
async function open(files: Readonly<Record<string, string>>, settings: Partial<RunnerSettings> = {}) {
  return openProject(googletest, async (folder) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      if (text === 'the program') await copyFile(built, join(folder, path));
      else await writeFile(join(folder, path), text);
      await chmod(join(folder, path), 0o755);
    }
    return { program: [process.execPath] as const, suite: [], settings };
  });
}

const named = (...names: readonly string[]) => names.map((name) => `build/tests/shop_test::${name}`);
const WHERE = { 'build/tests/shop_test': 'the program', 'build/tests/data.txt': 'here' };

describe('outcomes of GoogleTest', () => {
  test('exceptions around the body are errored; assertions are failed wherever they are', async () => {
    const project = await open(WHERE);
    try {
      const { tests } = await project.list();
      const { observations, problems } = await project.run(tests);
      expect(observations.map(({ outcome, test: id }) => `${outcome} ${id.split('::').at(-1)}`)).toEqual([
        'failed Body.Throws',
        'failed Body.FailsTwice',
        'passed Body.Dies',
        'passed Body.ReadsBesideTheProgram',
        'failed Body.HasAFlag',
        'errored TearsDown.Badly',
        'failed Asserts.InItsSetUp',
        'errored Suite.One',
        'errored Suite.Two',
        'crashed Ends.ByAnAssertion',
      ]);
      const message = (at: number) => observations[at]?.message ?? '';
      expect(message(0)).toContain('no price');
      expect(message(1)).toMatch(
        /^Expected equality of these values:\n {2}1\n {2}2\n {4}at Body.FailsTwice .*shop_test\.cc:\d+$/,
      );
      expect(message(7)).toContain('no database');
      expect(message(9)).toMatch(/SIGABRT[\s\S]*1 == 2/);
      expect(problems).toEqual([
        expect.stringContaining('no database'),
        expect.stringContaining('SIGABRT in build/tests/shop_test::Ends.ByAnAssertion'),
      ]);
    } finally {
      await project.close();
    }
  });

  test('a parameter that looks like a time, or has a line break, hides no failure', async () => {
    const project = await open(WHERE);
    try {
      const { observations } = await project.run(named('A/Text.IsEmpty/0', 'A/Text.IsEmpty/1', 'Body.Dies'));
      expect(observations.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'failed', 'passed']);
    } finally {
      await project.close();
    }
  });

  test('a selection that no argument can hold is run all the same', async () => {
    const project = await open(WHERE);
    try {
      const many = Array.from({ length: 3000 }, (_, n) => `Body.NobodyWroteThisTestWithAnEndlessName${n}`);
      const { observations } = await project.run(named(...many, 'Body.Dies'));
      expect(observations).toMatchObject([{ outcome: 'passed' }]);
    } finally {
      await project.close();
    }
  });
});

describe('programs of GoogleTest', () => {
  const listed = async (files: Readonly<Record<string, string>>, settings: Partial<RunnerSettings> = {}) => {
    const project = await open(files, settings);
    try {
      const { tests, problems } = await project.list();
      return { programs: [...new Set(tests.map((id) => id.split('::')[0]))], problems };
    } finally {
      await project.close();
    }
  };

  test('are looked for where builds go, and nothing else that was built is started', async () => {
    const files = {
      'cmake-build-debug/shop_test': 'the program',
      'build/_deps/other_test': 'the program',
      'build/server': '#!/bin/sh\nexit 1\n',
      'tools/shop_test': 'the program',
    };
    expect(await listed(files)).toEqual({ programs: ['cmake-build-debug/shop_test'], problems: [] });
    expect(await listed(files, { files: ['tools', 'build/_deps/other_test'] })).toEqual({
      programs: ['build/_deps/other_test', 'tools/shop_test'],
      problems: [],
    });
  });

  test('that are not built, do not start or do not exist are problems', async () => {
    expect((await listed({ 'tests/a.cc': '' })).problems.join()).toMatch(/build the tests first/);
    const bad = { 'build/bad_test': '#!/bin/sh\n# gtest_list_tests\necho no library >&2\nexit 127\n' };
    expect((await listed(bad)).problems.join()).toMatch(/build\/bad_test .* 127: no library/);
    const project = await open({ 'build/server': '' });
    try {
      expect((await project.run(['build/gone_test::A.B'])).problems.join()).toContain(
        'no such program: build/gone_test',
      );
    } finally {
      await project.close();
    }
  });

  test('take flags of their own, but none that choose or order tests', async () => {
    const { problems } = await listed(WHERE, { args: ['--gtest_shuffle', '--own'] });
    expect(problems).toEqual(['not supported: flags of GoogleTest: --gtest_shuffle']);
    expect((await listed(WHERE, { args: ['--own'] })).problems).toEqual([]);
  });
});
