import { holderOf, letGo } from '../../semantics/java/held.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Cancel it where failures pass too: `timer.cancel()` in `@AfterEach` or in the object’s `close()`; or make it a daemon, `new Timer(true)`.',
  where: 'anywhere',
  find: [
    calls(['java.util.Timer'], ({ node, args, file }) => {
      if (args.some((arg) => arg.text() === 'true')) return false;
      const holder = holderOf(node);
      return holder.kind === 'nobody' || (holder.kind === 'name' && !letGo(node, holder.name, file, /^cancel$/));
    }),
  ],
};
