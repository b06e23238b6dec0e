import { hasFakeClock } from '../../semantics/javascript/fake-clock.ts';
import { holderOf, letGo } from '../../semantics/javascript/held.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Keep the handle and `clearInterval(handle)` in `afterEach` or in the object’s `close`; or `handle.unref()` where it may die with the process.',
  where: 'anywhere',
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
