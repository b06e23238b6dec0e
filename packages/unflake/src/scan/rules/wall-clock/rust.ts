import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

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

export const rust: LanguageRule = {
  fix: 'Take the time as an argument, or a trait `Clock` that tests implement; measure durations with `Instant`.',
  find: [calls(WALL_CLOCKS), calls(['*.elapsed'], ({ node }) => isSinceEpoch(node))],
};
