import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { givenTo, hasMethod, leaves } from './variables.ts';

export const timerLeftBehind: Rule = {
  id: 'go/timer-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a timer that nobody stops',
  why: 'It fires when another test runs, or keeps on firing: what it does then belongs to no test.',
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
