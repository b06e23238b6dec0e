import { functions } from '../../semantics/php/called.ts';
import { heldName, isHandedOn, isLetGo, sharedText } from '../../semantics/place.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'End it in `tearDown()` or `finally`: `proc_terminate($process)`, `$process->stop()`, `pcntl_waitpid($pid, $status)`.',
  find: [
    functions(
      ['proc_open', 'popen'],
      ({ node, file }) =>
        !isHandedOn(heldName(node), node, file) &&
        !/\b(?:proc_close|proc_terminate|pclose|posix_kill)\(/.test(sharedText(node, file)),
    ),
    functions(
      ['pcntl_fork'],
      ({ node, file }) => !/\b(?:pcntl_wait(?:pid)?|posix_kill)\(/.test(sharedText(node, file)),
    ),
    calls(['*.start'], ({ node, args, file }) => {
      const on = node.field('object')?.text() ?? '';
      const name = /([A-Za-z_]\w*)$/.exec(on)?.[1];
      if (name === undefined || args.length > 0 || !/process/i.test(name) || !/\bProcess\b/.test(file.text))
        return false;
      return !isLetGo(name, 'stop|wait|waitUntil|signal', node, file);
    }),
  ],
};
