import { calls, type Rule } from '../rule.ts';
import { hasFakeClock } from './fake-clock.ts';
import { holderOf, letGo } from './held.ts';

export const timerLeftBehind: Rule = {
  id: 'javascript/timer-left-behind',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'warning',
  where: 'anywhere',
  message: 'starts an interval that nobody clears',
  why: 'It fires on in the tests that follow, and keeps the process alive after the last of them.',
  fix: 'Keep the handle and `clearInterval(handle)` in `afterEach` or in the object’s `close`; or `handle.unref()` where it may die with the process.',
  find: [
    calls(['setInterval', 'globalThis.setInterval', 'window.setInterval', 'timers.setInterval'], ({ node, file }) => {
      if (hasFakeClock(file)) return false;
      const holder = holderOf(node);
      if (holder.kind === 'elsewhere') return false;
      if (/^\.unref\(/.test(node.parent()?.parent()?.text().slice(node.text().length) ?? '')) return false;
      return (
        holder.kind === 'nobody' || !letGo(node, holder.name, file, /^unref$|^clear$/, /^clear(?:Interval|Timeout)$/)
      );
    }),
  ],
};
