import { calls, type Rule } from '../rule.ts';
import { onlyMeasures } from './only-measures.ts';

export const wallClock: Rule = {
  id: 'go/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Take the time as an argument, or a field `now func() time.Time` that is `time.Now` outside tests; `testing/synctest` gives a test its own clock.',
  find: [calls(['time.Now'], ({ node, file }) => !onlyMeasures(node, file))],
};
