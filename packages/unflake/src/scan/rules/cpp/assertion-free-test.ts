import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('cpp', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `EXPECT_NO_THROW(run())`, `REQUIRE_NOTHROW(run())`.',
  find: [
    nodes(
      { rule: { kind: 'function_definition' } },
      (node, file) => file.dialect.test(node) !== null && assertsNothing(node, node.field('body')?.text() ?? '', file),
    ),
  ],
  flags: [
    'TEST(Store, Saves) { repository.save(user); }\n',
    'TEST_F(AppTest, Starts) { App app; app.start(); }\n',
    'TEST_CASE("runs") { prepare("a"); }\n',
    { file: 'tests/test_app.c', text: 'void test_starts(void) { app_start(); }\n' },
  ],
  allows: [
    { file: 'tests/test_app.c', text: 'static int test_helper(struct state *s) { return run(s); }\n' },
    'TEST(Store, Saves) { EXPECT_TRUE(repository.save(user)); }\n',
    'TEST_CASE("adds") { CHECK(sum() == 3); }\n',
    'TEST(Print, DoesNotThrow) { print(nullptr); }\n',
    'static void round_trip(const char* text) { ASSERT_STREQ(text, decode(encode(text))); }\nTEST(Code, Runs) { round_trip("a"); }\n',
    { file: 'tests/test_app.c', text: 'void test_starts(void) { assert(app_start() == 0); }\n' },
  ],
});
