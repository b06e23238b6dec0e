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
});
