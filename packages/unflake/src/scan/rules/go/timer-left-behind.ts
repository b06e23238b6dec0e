import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { inTest } from './sample.ts';
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
  flags: [
    inTest('time', 'time.AfterFunc(time.Second, func() { flush() })', 'check(t)'),
    inTest('time', 'ticker := time.NewTicker(time.Millisecond)', '<-ticker.C', 'check(t)'),
    inTest('time', 'for range time.Tick(time.Millisecond) {', '\tif ready() {', '\t\tbreak', '\t}', '}'),
    inTest('time', 'timer := time.NewTimer(time.Minute)', 'select {', 'case <-timer.C:', 'case <-done:', '}'),
  ],
  allows: [
    inTest('time', 'ticker := time.NewTicker(time.Millisecond)', 'defer ticker.Stop()', '<-ticker.C'),
    inTest('time', 'timer := time.AfterFunc(time.Second, flush)', 't.Cleanup(func() { timer.Stop() })'),
    {
      file: 'loop.go',
      text: 'package shop\n\nimport "time"\n\nfunc (l *loop) start() { l.ticker = time.NewTicker(time.Second) }\n',
    },
    inTest('time', 'l := loop{ticker: time.NewTicker(time.Second)}', 'check(t, l)'),
    inTest('', 'timer := clock.NewTicker(1)', 'check(t, timer)'),
  ],
};
