import { isSeenInOrder } from '../../semantics/seen-order.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Sort first: `Dir.children(dir).sort`; `Dir.glob` sorts by itself since Ruby 3.0.',
  find: [
    calls('Dir.children Dir.entries Dir.each_child Dir.foreach Find.find', ({ node, file }) =>
      isSeenInOrder(node, file),
    ),
    calls(
      'Dir.glob',
      ({ node, args, file }) => args.some((arg) => /^sort:\s*false$/.test(arg.text())) && isSeenInOrder(node, file),
    ),
    calls(
      '*.children *.each_child',
      ({ node, file }) =>
        /\bPathname\b|\.join\(|_path$|_dir$/.test(node.field('receiver')?.text() ?? '') && isSeenInOrder(node, file),
    ),
  ],
};
