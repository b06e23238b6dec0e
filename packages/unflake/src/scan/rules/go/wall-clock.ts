import { calls, type Rule } from '../rule.ts';
import { onlyMeasures } from './only-measures.ts';
import { inFile, inTest } from './sample.ts';

export const wallClock: Rule = {
  id: 'go/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Take the time as an argument, or a field `now func() time.Time` that is `time.Now` outside tests; `testing/synctest` gives a test its own clock.',
  find: [calls(['time.Now'], ({ node, file }) => !onlyMeasures(node, file))],
  flags: [
    inFile('time', 'func stamp() time.Time { return time.Now() }'),
    inFile('time', 'func year() int { return time.Now().Year() }'),
    'package shop\n\nimport clock "time"\n\nvar opened = clock.Now()\n',
    inTest('time', 'order := Order{Placed: time.Now()}', 'check(t, order)'),
    inTest('time', 'today := time.Now()', 'check(t, dueOn(today))'),
  ],
  allows: [
    inTest('time', 'start := time.Now()', 'work()', 't.Log(time.Since(start))'),
    inFile('time', 'var now = time.Now', 'type clock struct{ now func() time.Time }'),
    inTest('time', 'deadline := time.Now().Add(time.Second)', 'for time.Now().Before(deadline) {', '\tstep()', '}'),
    inFile('time', 'func at(time clock) int { return time.Now() }'),
    inTest('time', 'conn.SetDeadline(time.Now().Add(time.Second))'),
    inFile('', 'func (c *fake) read() int64 { return c.clock.Now() }'),
  ],
};
