import { called } from '../../semantics/cpp/called.ts';
import { functionText } from '../../semantics/place.ts';
import { isSeenInOrder } from '../../semantics/seen-order.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
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
};
