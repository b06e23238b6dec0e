import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';

export const WALL_CLOCKS = [
  'std.time.SystemTime.now',
  'chrono.Utc.now',
  'chrono.Local.now',
  'chrono.offset.Utc.now',
  'chrono.offset.Local.now',
  'chrono.prelude.Utc.now',
  'chrono.prelude.Local.now',
  'time.OffsetDateTime.now_utc',
  'time.OffsetDateTime.now_local',
  'time.UtcDateTime.now',
  'jiff.Zoned.now',
  'jiff.Timestamp.now',
];

/** How long ago 1970 was is what the clock says. */
export const isSinceEpoch = (call: Node): boolean =>
  /(?:^|::)UNIX_EPOCH\.elapsed$/.test(call.field('function')?.text() ?? '');

export const wallClock: Rule = {
  id: 'rust/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Take the time as an argument, or a trait `Clock` that tests implement; measure durations with `Instant`.',
  find: [calls(WALL_CLOCKS), calls(['*.elapsed'], ({ node }) => isSinceEpoch(node))],
};
