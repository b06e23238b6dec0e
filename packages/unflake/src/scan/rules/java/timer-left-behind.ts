import { calls, type Rule } from '../rule.ts';
import { holderOf, letGo } from './held.ts';

export const timerLeftBehind: Rule = {
  id: 'java/timer-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'anywhere',
  message: 'starts a timer that nobody cancels',
  why: 'It fires on in the tests that follow, on a thread of its own that keeps the JVM alive.',
  fix: 'Cancel it where failures pass too: `timer.cancel()` in `@AfterEach` or in the object’s `close()`; or make it a daemon, `new Timer(true)`.',
  find: [
    calls(['java.util.Timer'], ({ node, args, file }) => {
      if (args.some((arg) => arg.text() === 'true')) return false;
      const holder = holderOf(node);
      return holder.kind === 'nobody' || (holder.kind === 'name' && !letGo(node, holder.name, file, /^cancel$/));
    }),
  ],
};
