/** Marks that disable or repeat a test are noted where something says why, or the test is there to be looked at. */
import { beforeAll, expect, test } from 'vitest';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';
import { severitiesOf } from './severities.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

test.each([
  [
    'a test that is made to be looked at',
    'disabled-without-reason',
    'a_spec.rb',
    'describe "a" do\n  it "b" do\n    group = RSpec.describe do\n      it "c", skip: true do\n        f\n      end\n    end\n    expect(group.run).to be(true)\n  end\nend\n',
  ],
  [
    'a function of the package',
    'disabled-without-reason',
    'a_test.go',
    'package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tcheck(t, Skip(), Error(nil))\n}\n',
  ],
  [
    'a condition under which a test is skipped',
    'disabled-without-reason',
    'test_a.py',
    'import pytest\n@pytest.mark.skipif("not has_c")\ndef test_a():\n    assert f() == 1\n',
  ],
  [
    'a test of a disabled test',
    'disabled-without-reason',
    'a.test.js',
    'xit("is a disabled test", () => {\n  expect(f()).toBe(1);\n});\n',
  ],
  [
    'a mark that says which error is expected',
    'disabled-without-reason',
    'test_a.py',
    'import pytest\n@pytest.mark.xfail(raises=OSError, strict=True)\ndef test_a():\n    assert f()\n',
  ],
  [
    'a reason that is set beside the mark',
    'disabled-without-reason',
    'a.test.js',
    'it.skip("stays", function () {\n  expect(f()).to.equal(1);\n}).skipReason = "until the server is ready";\n',
  ],
  [
    'a title that says what the test needs',
    'disabled-without-reason',
    'a.test.js',
    'describe.skip("traces (requires a server)", () => {\n  it("b", () => { expect(f()).toBe(1); });\n});\n',
  ],
  [
    'a class that speaks of its disabled tests',
    'disabled-without-reason',
    'ATest.java',
    '/**\n * This has some disabled tests, which fail as they should.\n */\nclass ATest {\n  @Test\n  @Disabled\n  void a() { assertEquals(1, f()); }\n}\n',
  ],
  [
    'a comment that speaks of all tests of a kind',
    'disabled-without-reason',
    'a_test.cc',
    '// The parser is not there yet, so all tests using it are disabled.\nTEST(A, DISABLED_First) {\n  EXPECT_EQ(f(), 1);\n}\n\nTEST(A, DISABLED_Second) {\n  EXPECT_EQ(f(), 2);\n}\n',
  ],
  [
    'a number of tries that the environment asks for',
    'hidden-retry',
    'setup.js',
    'const retries = Number(process.env.TRIES ?? 0);\njest.retryTimes(retries);\n',
  ],
  [
    'a mark of the product that is called the same',
    'disabled-without-reason',
    'ATests.cs',
    'public class Shop : IShop\n{\n  [Ignore]\n  public int Count(int x)\n  {\n    return x;\n  }\n}\npublic class ATests { [Fact] public void A() { Assert.Equal(1, new Shop().Count(1)); } }\n',
  ],
  [
    'a declaration that says what it is for',
    'disabled-without-reason',
    'ATest.java',
    'class ATest {\n  @Test\n  @Disabled\n  void a() { // used to compare two ways\n    assertEquals(1, f());\n  }\n}\n',
  ],
  [
    'a mark that may run flaky tests apart',
    'hidden-retry',
    'ATest.java',
    '@FlakyTest\nclass ATest {\n  @Test\n  void a() { assertEquals(1, f()); }\n}\n',
  ],
  [
    'a number of tries that is handed on',
    'hidden-retry',
    'test/tools/ui.js',
    'module.exports = (suite) => {\n  suite.on("pre-require", (context) => {\n    context.it.retries = (n) => {\n      context.retries(n);\n    };\n  });\n};\n',
  ],
])('%s: a note', (_, kind, file, text) => {
  const found = severitiesOf(kind, file, text, parse);
  expect(found.filter((severity) => severity !== 'note')).toEqual([]);
});
