import { ruleOf } from '../kinds.ts';
import { functionText } from '../place.ts';
import { isSeenInOrder } from '../seen-order.ts';
import { called } from './called.ts';

export const directoryOrder = ruleOf('cpp', 'directory-order', {
  fix: 'Collect the names and sort them: `std::sort(names.begin(), names.end())`, `scandir(dir, &list, nullptr, alphasort)`.',
  find: [
    called(
      [
        'std.filesystem.directory_iterator',
        'std.filesystem.recursive_directory_iterator',
        'fs.directory_iterator',
        'fs.recursive_directory_iterator',
        'boost.filesystem.directory_iterator',
      ],
      ({ node, args, file }) => args.length > 0 && isSeenInOrder(node, file),
    ),
    called(['readdir'], ({ node, file }) => {
      const around = functionText(node, file);
      return (
        /while\s*\([^{]*readdir[\s\S]*?(?:push_back|emplace_back|printf|puts|<<|strdup|strcat|strcpy)/.test(around) &&
        !/sort\(|unlink|remove|rmdir|std::set/.test(around)
      );
    }),
  ],
  flags: [
    'std::vector<std::string> names(const fs::path& dir) { std::vector<std::string> out; for (const auto& entry : std::filesystem::directory_iterator(dir)) { out.push_back(entry.path().string()); } return out; }\n',
    'namespace fs = std::filesystem;\nvoid show(const fs::path& dir) { for (auto& entry : fs::directory_iterator(dir)) std::cout << entry.path(); }\n',
    {
      file: 'src/list.c',
      text: 'void list(DIR* dir) { struct dirent* entry; while ((entry = readdir(dir)) != NULL) { printf("%s", entry->d_name); } }\n',
    },
    'TEST(A, B) { std::vector<std::string> out; for (auto& e : std::filesystem::recursive_directory_iterator("x")) { out.emplace_back(e.path()); } EXPECT_EQ(out[0], "a"); }\n',
  ],
  allows: [
    'std::vector<std::string> names(const fs::path& dir) { std::vector<std::string> out; for (const auto& entry : std::filesystem::directory_iterator(dir)) { out.push_back(entry.path().string()); } std::sort(out.begin(), out.end()); return out; }\n',
    'int count(const fs::path& dir) { int n = 0; for (const auto& entry : std::filesystem::directory_iterator(dir)) { ++n; } return n; }\n',
    'void clear(const fs::path& dir) { for (const auto& entry : std::filesystem::directory_iterator(dir)) { std::filesystem::remove(entry); } }\n',
    'std::set<std::string> names(const fs::path& dir) { std::set<std::string> out; for (const auto& entry : std::filesystem::directory_iterator(dir)) { out.insert(entry.path().string()); } return out; }\n',
  ],
});
