import { functions } from '../../semantics/php/called.ts';
import { heldName, isHandedOn, sharedText } from '../../semantics/place.ts';
import type { LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
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
};
