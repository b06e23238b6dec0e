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
});
