import { called } from '../../semantics/cpp/called.ts';
import { sharedText, statementOf } from '../../semantics/place.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Join it, where failures pass too: `std::jthread`, `thread.join()` in `TearDown`, `waitpid(pid, &status, 0)`.',
  find: [
    called(
      ['*.detach'],
      ({ node, args, file }) =>
        args.length === 0 &&
        /(?:std::thread\b|\bthread\w*\.detach|\bt\d*\.detach)/i.test(
          `${statementOf(node).text()} ${new RegExp(`std::thread\\s+${/^(\w+)/.exec(node.text())?.[1] ?? '\\0'}\\b`).exec(file.text)?.[0] ?? ''}`,
        ),
    ),
    called(['pthread_create'], ({ node, file }) => !/\bpthread_(?:join|cancel|kill)\(/.test(sharedText(node, file))),
    called(
      ['fork', 'vfork'],
      ({ node, args, file }) => args.length === 0 && !/\bwait(?:pid|id|3|4)?\(|\bkill\(/.test(sharedText(node, file)),
    ),
    called(
      ['popen', '_popen', 'posix_spawn', 'posix_spawnp'],
      ({ node, file }) =>
        !/\b_?pclose\(|\bwait(?:pid)?\(|\bkill\(/.test(sharedText(node, file)) &&
        !/^return\b/.test(statementOf(node).text()),
    ),
  ],
};
