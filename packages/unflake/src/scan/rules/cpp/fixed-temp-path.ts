import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { isTouchedByText, type Touches } from '../touched-text.ts';

const TOUCHES: Touches = {
  calls:
    '\\b(?:fopen|open|std::(?:i|o)?fstream|(?:i|o)fstream|mkdir|unlink|remove|rename|create_director(?:y|ies)|remove_all|exists|sqlite3_open\\w*|copy_file|access|stat|opendir|freopen|(?:Write|Read)File\\w*)',
  methods: 'open',
};

export const fixedTempPath = ruleOf('cpp', 'fixed-temp-path', {
  fix: 'Make one of your own: `mkdtemp`, `testing::TempDir()` with the test’s name, `std::filesystem::temp_directory_path() / unique_name`.',
  find: [
    nodes(
      { rule: { kind: 'string_literal', regex: '^"(?:/tmp/|/var/tmp/)[^"%]*"$' } },
      (node, file) => !/XXXXXX"$/.test(node.text()) && isTouchedByText(node, file, TOUCHES),
    ),
  ],
  flags: [
    'TEST(Report, Writes) { std::ofstream out("/tmp/report.txt"); out << "x"; EXPECT_TRUE(ok()); }\n',
    'TEST_CASE("keeps") { const std::string path = "/tmp/cache.db"; std::remove(path.c_str()); REQUIRE(load(path)); }\n',
    {
      file: 'tests/test_report.c',
      text: 'void test_writes(void) { FILE* out = fopen("/tmp/report.txt", "w"); TEST_ASSERT_NOT_NULL(out); fclose(out); }\n',
    },
    'class WorkTest : public ::testing::Test { protected: void SetUp() override { std::filesystem::create_directories("/tmp/work"); } };\nTEST_F(WorkTest, A) { EXPECT_TRUE(ok()); }\n',
  ],
  allows: [
    'TEST(Path, Normalises) { EXPECT_EQ(normalise("/tmp/a/../b"), "/tmp/b"); }\n',
    'TEST(Report, Writes) { char path[] = "/tmp/reportXXXXXX"; int fd = mkstemp(path); EXPECT_GE(fd, 0); unlink(path); }\n',
    { file: 'src/sock.cpp', text: 'void open_sock() { unlink("/tmp/app.sock"); }\n' },
    'TEST(Options, Parse) { EXPECT_EQ(parse("--dir=/tmp/x").dir, "/tmp/x"); }\n',
  ],
});
