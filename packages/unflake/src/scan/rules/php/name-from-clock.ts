import { ruleOf } from '../kinds.ts';
import { becomesNameByText } from '../name-by-text.ts';
import { functions } from './called.ts';

export const nameFromClock = ruleOf('php', 'name-from-clock', {
  fix: 'Let `tempnam()`, `bin2hex(random_bytes(8))` or a counter choose the name.',
  find: [
    functions(
      ['time', 'microtime', 'getmypid', 'hrtime', 'uniqid', 'date'],
      ({ node, args, name, file }) => (!/date$/.test(name) || args.length < 2) && becomesNameByText(node, file),
    ),
  ],
});
