import { functionAround } from '../../semantics/go/around.ts';
import { givenTo, hasMethod, leaves } from '../../semantics/go/variables.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Keep it and stop it: `timer := time.AfterFunc(…)`, `t.Cleanup(func() { timer.Stop() })`.',
  find: [
    calls(['time.NewTicker', 'time.NewTimer', 'time.AfterFunc'], ({ node, name, file }) => {
      const names = givenTo(node);
      if (names === null) return false;
      const timer = names[0];
      if (timer === undefined || timer === '_') return name === 'time.AfterFunc';
      const scope = functionAround(node, file);
      return !/\./.test(timer) && !hasMethod(timer, 'Stop', scope) && !leaves(timer, scope);
    }),
    calls(['time.Tick']),
  ],
};
