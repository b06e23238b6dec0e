import { nodes, type Rule } from '../rule.ts';
import { readsClock } from './clock.ts';

export const wallClock: Rule = {
  id: 'shell/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Let the caller say which time it is: an argument, a variable such as `NOW`, `date -u -d "@$NOW"`.',
  find: [
    nodes({ rule: { kind: 'command', regex: '\\bdate\\b|%\\([^)]*\\)T' } }, readsClock),
    nodes({ rule: { kind: 'simple_expansion', regex: '^\\$EPOCH(?:SECONDS|REALTIME)$' } }),
    nodes({ rule: { kind: 'expansion', regex: '^\\$\\{EPOCH(?:SECONDS|REALTIME)\\b' } }),
  ],
};
