/** Reading the wall clock in Rust. */
import { words } from '../../rules/rule.ts';
import type { Node } from '../../syntax/parser.ts';

export const WALL_CLOCKS = words(
  `std.time.SystemTime.now chrono.Utc.now chrono.Local.now chrono.offset.Utc.now chrono.offset.Local.now
   chrono.prelude.Utc.now chrono.prelude.Local.now time.OffsetDateTime.now_utc time.OffsetDateTime.now_local
   time.UtcDateTime.now jiff.Zoned.now jiff.Timestamp.now`,
);

/** How long ago 1970 was is what the clock says. */
export const isSinceEpoch = (call: Node): boolean =>
  /(?:^|::)UNIX_EPOCH\.elapsed$/.test(call.field('function')?.text() ?? '');
