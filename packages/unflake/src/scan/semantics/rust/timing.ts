/** Time in Rust tests: the clock, threads and tasks. */
import type { Node } from '../../facts/source-file.ts';
import { words } from '../../rules/rule.ts';
import { outwards } from '../../syntax/node.ts';
import { argumentsOf } from '../calls.ts';
import { isEndless } from '../polled.ts';

export const WALL_CLOCKS = words(
  `std.time.SystemTime.now chrono.Utc.now chrono.Local.now chrono.offset.Utc.now chrono.offset.Local.now
   chrono.prelude.Utc.now chrono.prelude.Local.now time.OffsetDateTime.now_utc time.OffsetDateTime.now_local
   time.UtcDateTime.now jiff.Zoned.now jiff.Timestamp.now`,
);

/** How long ago 1970 was is what the clock says. */
export const isSinceEpoch = (call: Node): boolean => /(?:^|::)UNIX_EPOCH\.elapsed$/.test(call.fieldText('function'));

export const SPAWNS = words(
  'std.thread.spawn tokio.spawn tokio.task.spawn tokio.task.spawn_blocking async_std.task.spawn smol.spawn rayon.spawn',
);

/** In a block that joins its threads itself: `thread::scope`. */
export const isScoped = (spawn: Node): boolean =>
  [...outwards(spawn)].some(
    (above) => above.is('call_expression') && /(?:^|::)scope$/.test(above.fieldText('function')),
  );

/** Runs on for ever: a loop that nothing leaves. */
export function runsForEver(spawn: Node): boolean {
  const body = argumentsOf(spawn)[0];
  const loops = body?.findAll('loop_expression') ?? [];
  const leaves = 'break_expression, return_expression, try_expression';
  const ends = '^(?:panicǃ|std::process::exit)|\\.recv\\(\\)\\s*\\.(?:unwrap|expect)';
  return loops.some((loop) => isEndless(loop, leaves, ends));
}
