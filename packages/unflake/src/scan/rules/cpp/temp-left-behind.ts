import { ruleOf } from '../kinds.ts';
import { sharedText, statementOf } from '../place.ts';
import { called } from './called.ts';

export const tempLeftBehind = ruleOf('cpp', 'temp-left-behind', {
  fix: 'Remove it in `TearDown` or by a guard: `unlink(path)`, `std::filesystem::remove_all(dir)`; `tmpfile()` removes itself.',
  find: [
    called(
      ['mkstemp', 'mkdtemp', 'tmpnam', 'std.tmpnam', 'tempnam', 'mkostemp'],
      ({ node, file }) =>
        !/\b(?:unlink|remove|remove_all|rmdir|std::remove|DeleteFile\w*)\s*\(/.test(sharedText(node, file)) &&
        !/^return\b/.test(statementOf(node).text()),
    ),
  ],
  flags: [
    'TEST(Store, Builds) { char path[] = "/x/aXXXXXX"; int fd = mkstemp(path); EXPECT_TRUE(build(fd)); close(fd); }\n',
    'class StoreTest : public ::testing::Test { protected: void SetUp() override { dir = mkdtemp(pattern); } char* dir; };\nTEST_F(StoreTest, Builds) { EXPECT_TRUE(build(dir)); }\n',
    'TEST_CASE("builds") { std::string path = std::tmpnam(nullptr); REQUIRE(build(path)); }\n',
    {
      file: 'tests/test_store.c',
      text: 'void test_builds(void) { char dir[] = "aXXXXXX"; TEST_ASSERT_NOT_NULL(mkdtemp(dir)); }\n',
    },
  ],
  allows: [
    'TEST(Store, Builds) { char path[] = "/x/aXXXXXX"; int fd = mkstemp(path); EXPECT_TRUE(build(fd)); unlink(path); }\n',
    'class StoreTest : public ::testing::Test { protected: void SetUp() override { dir = mkdtemp(pattern); } void TearDown() override { std::filesystem::remove_all(dir); } char* dir; };\nTEST_F(StoreTest, Builds) { EXPECT_TRUE(build(dir)); }\n',
    'TEST(Store, Builds) { FILE* file = tmpfile(); EXPECT_NE(file, nullptr); fclose(file); }\n',
    { file: 'src/cache.cpp', text: 'int open_cache(char* path) { return mkstemp(path); }\n' },
  ],
});
