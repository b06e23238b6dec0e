import { ruleOf } from '../kinds.ts';
import { heldName, isHandedOn, sharedText } from '../place.ts';
import { calls } from '../rule.ts';

export const tempLeftBehind = ruleOf('ruby', 'temp-left-behind', {
  fix: 'Use the block, which removes it: `Dir.mktmpdir { |dir| … }`, or `FileUtils.remove_entry(dir)` in `after`.',
  find: [
    calls(
      ['Dir.mktmpdir'],
      ({ node, file }) =>
        node.field('block') === null &&
        !/\(&/.test(node.text()) &&
        !isHandedOn(heldName(node), node, file) &&
        !/\b(?:remove_entry\w*|rm_rf?|rm_f|rmtree|remove_dir|rm_r)\b/.test(sharedText(node, file)),
    ),
    calls(
      ['Tempfile.create'],
      ({ node, file }) =>
        node.field('block') === null && !/\b(?:unlink|File\.delete|rm_f|rm|delete)\b/.test(sharedText(node, file)),
    ),
  ],
});
