import { becomesNameByText } from '../../semantics/name-by-text.ts';
import { functions } from '../../semantics/php/called.ts';
import type { LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Let `tempnam()`, `bin2hex(random_bytes(8))` or a counter choose the name.',
  find: [
    functions(
      ['time', 'microtime', 'getmypid', 'hrtime', 'uniqid', 'date'],
      ({ node, args, name, file }) => (!/date$/.test(name) || args.length < 2) && becomesNameByText(node, file),
    ),
  ],
};
