import { isHopefulSleep } from '../../semantics/sleeping.ts';
import { calls, type LanguageRule } from '../rule.ts';

/** Long enough for nothing: it stands for work. */
const isMoment = (seconds = ''): boolean => Number(seconds) < 0.005;

export const ruby: LanguageRule = {
  fix: 'Wait for the condition itself, with a limit: `queue.pop(timeout: 5)`, `thread.join(5)`, Capybara’s `have_text`, a loop with a deadline.',
  find: [
    calls(
      ['sleep', 'Kernel.sleep'],
      ({ node, args, file }) => !isMoment(args[0]?.text()) && isHopefulSleep(node, args[0]?.text(), file),
    ),
  ],
};
