/** C and C++ are made readable without moving a line. */
import { beforeAll, expect, test } from 'vitest';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';
import { preparedCpp, shownCpp } from '../../../src/scan/syntax/prepare-cpp.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['cpp']);
});

test('a test with a title becomes a function that begins with its title', () => {
  const text = 'TEST_CASE("adds, (twice)", "[sum]")\n{\n  REQUIRE(sum() == 3);\n}\n';
  expect(preparedCpp('a_test.cpp', text)).toBe(
    'TEST_CASE(C)\n{ ("adds, (twice)", "[sum]");\n  REQUIRE(sum() == 3);\n}\n',
  );
});

test('a finding in such a test is reported with its title', () => {
  const text = 'TEST_CASE("adds", "[sum]") {\n  SECTION("late") {\n    CHECK(at() < std::time(nullptr));\n  }\n}\n';
  const { findings, problems } = scanText('a_test.cpp', text, parse)!;
  expect(problems).toEqual([]);
  expect(findings.map(({ rule, line, test: around }) => [rule, line, around])).toEqual([['cpp/wall-clock', 3, 'adds']]);
});

test('words of C++ are names in C, and are shown as they were written', () => {
  const text = 'int start(struct class *new) { return new->this + time(NULL); } /* "new" */\nconst char *a = "new";\n';
  const { findings, problems } = scanText('start.c', text, parse)!;
  expect(problems).toEqual([]);
  expect(findings.map(({ rule, code }) => [rule, code])).toEqual([['cpp/wall-clock', 'time(NULL)']]);
  const prepared = preparedCpp('start.c', text);
  expect(prepared).toContain('"new";');
  expect(prepared.length).toBe(text.length);
  expect(shownCpp(prepared)).toBe(text);
});

test('the same words keep their meaning in C++', () => {
  const text = 'class A { public: A* copy() { return new A(*this); } };\n';
  expect(preparedCpp('a.cpp', text)).toBe(text);
});
