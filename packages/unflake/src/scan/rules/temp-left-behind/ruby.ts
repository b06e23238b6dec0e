import { heldName, isHandedOn, sharedText } from '../../semantics/place.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Use the block, which removes it: `Dir.mktmpdir { |dir| … }`, or `FileUtils.remove_entry(dir)` in `after`.',
  find: [
    calls(
      'Dir.mktmpdir',
      ({ node, file }) =>
        node.field('block') === null &&
        !/\(&/.test(node.text()) &&
        !isHandedOn(heldName(node), node, file) &&
        !/\b(?:remove_entry\w*|rm_rf?|rm_f|rmtree|remove_dir|rm_r)\b/.test(sharedText(node, file)),
    ),
    calls(
      'Tempfile.create',
      ({ node, file }) =>
        node.field('block') === null && !/\b(?:unlink|File\.delete|rm_f|rm|delete)\b/.test(sharedText(node, file)),
    ),
  ],
};
