import { ruleOf } from '../kinds.ts';
import { heldName, isHandedOn, sharedText } from '../place.ts';
import { functions } from './called.ts';

export const tempLeftBehind = ruleOf('php', 'temp-left-behind', {
  fix: 'Remove it in `tearDown()` or `finally`: `unlink($path)`, `rmdir($dir)`; `tmpfile()` removes itself.',
  find: [
    functions(
      ['tempnam'],
      ({ node, file }) =>
        !isHandedOn(heldName(node), node, file) &&
        !/\bunlink\(|->remove\(|rmdir\(|removeDirectory|deleteDirectory/.test(sharedText(node, file)),
    ),
    functions(
      ['mkdir'],
      ({ node, args, file }) =>
        /sys_get_temp_dir\(\)/.test(args[0]?.text() ?? '') &&
        !/\brmdir\(|->remove\(|removeDirectory|deleteDirectory|rrmdir/.test(sharedText(node, file)),
    ),
  ],
});
