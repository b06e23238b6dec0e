import { called } from '../../semantics/cpp/called.ts';
import { sharedText, statementOf } from '../../semantics/place.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Remove it in `TearDown` or by a guard: `unlink(path)`, `std::filesystem::remove_all(dir)`; `tmpfile()` removes itself.',
  find: [
    called(
      ['mkstemp', 'mkdtemp', 'tmpnam', 'std.tmpnam', 'tempnam', 'mkostemp'],
      ({ node, file }) =>
        !/\b(?:unlink|remove|remove_all|rmdir|std::remove|DeleteFile\w*)\s*\(/.test(sharedText(node, file)) &&
        !/^return\b/.test(statementOf(node).text()),
    ),
  ],
};
