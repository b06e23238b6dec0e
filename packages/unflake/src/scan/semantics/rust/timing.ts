/** Time in Rust tests: the clock, loops that look again and again, threads and tasks and the waits for them. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { words } from '../../rules/rule.ts';
import { outwards } from '../../syntax/node.ts';
import { argumentsOf, callsIn } from '../calls.ts';
import { NO_WORK, type StartedWork } from '../started-work.ts';
import { isAfter } from '../undone.ts';
import { functionAround, isElsewhere, isTest } from './around.ts';
import { usesOf } from './variables.ts';

export const WALL_CLOCKS = words(
  `std.time.SystemTime.now chrono.Utc.now chrono.Local.now chrono.offset.Utc.now chrono.offset.Local.now
   chrono.prelude.Utc.now chrono.prelude.Local.now time.OffsetDateTime.now_utc time.OffsetDateTime.now_local
   time.UtcDateTime.now jiff.Zoned.now jiff.Timestamp.now`,
);

/** How long ago 1970 was is what the clock says. */
export const isSinceEpoch = (call: Node): boolean => /(?:^|::)UNIX_EPOCH\.elapsed$/.test(call.fieldText('function'));

/** Its condition asks something, or its body leaves it when something holds. */
export function isPolling(loop: Node): boolean {
  if (loop.is('while_expression') && !/^true$/.test(loop.fieldText('condition'))) return true;
  const exits = loop.field('body')?.findAll('break_expression, return_expression') ?? [];
  return exits.some(
    (exit) =>
      exit.parent()?.parent()?.parent()?.is('if_expression') ||
      exit.parent()?.is('match_arm') ||
      exit.parent()?.parent()?.is('if_expression'),
  );
}

export const SPAWNS = [
  'std.thread.spawn',
  'tokio.spawn',
  'tokio.task.spawn',
  'tokio.task.spawn_blocking',
  'async_std.task.spawn',
  'smol.spawn',
  'rayon.spawn',
];

const WAITS =
  '(?:^|[.:])(?:join|join_all|recv|recv_timeout|wait\\w*|notified|acquire|sleep|timeout|block_on|await|changed|next|collect|into_inner|park\\w*|yield_now|is_finished|shutdown\\w*|stop|eventually|poll\\w*|joinǃ|try_joinǃ)$';
const ASSERTS = '^(?:debug_)?assert(?:_eq|_ne)?ǃ$';

/** Names of the test that the spawned code uses, and those that they are copies of. */
function sharedWith(spawn: Node, file: SourceFile): readonly string[] {
  const body = argumentsOf(spawn)[0];
  if (body === undefined) return [];
  const scope = functionAround(spawn, file);
  const inside = new Set(body.findAll('identifier').map((node) => node.text()));
  const names = new Set<string>();
  for (const declaration of scope.findAll('let_declaration')) {
    const name = declaration.field('pattern')?.text().replace(/^mut /, '') ?? '';
    if (!inside.has(name) || isAfter(declaration, spawn)) continue;
    names.add(name);
    const original = /^(?:Arc|Rc|std::sync::Arc)::clone\(&(\w+)\)$|^(\w+)\.clone\(\)$/.exec(
      declaration.fieldText('value'),
    );
    if (original !== null) names.add((original[1] ?? original[2])!);
  }
  return [...names];
}

/** The first place behind another where the function waits for something, whatever it is. */
function firstWait(after: Node, scope: Node): Node | null {
  const found = scope.findAll({
    rule: {
      any: [
        { kind: 'await_expression' },
        { kind: 'call_expression', has: { field: 'function', regex: WAITS } },
        { kind: 'macro_invocation', regex: '^(?:tokio::)?(?:select|join)!' },
        { kind: 'for_expression', has: { field: 'value', regex: '^&?\\w*(?:rx|receiver|events)' } },
      ],
    },
  });
  return found.find((node) => isAfter(node, after) && !isElsewhere(node)) ?? null;
}

/** Of a thread or a task that a test spawns. */
export function workOf(spawn: Node, file: SourceFile): StartedWork {
  const scope = functionAround(spawn, file);
  const shared = isTest(scope, file) && !isScoped(spawn) ? sharedWith(spawn, file) : [];
  if (shared.length === 0) return NO_WORK;
  const isAbout = (look: Node): boolean => shared.some((name) => usesOf(name, look).length > 0);
  const looks = callsIn(scope, ASSERTS).filter((look) => isAfter(look, spawn) && isAbout(look));
  return { wait: firstWait(spawn, scope), looks };
}

/** In a block that joins its threads itself: `thread::scope`. */
export const isScoped = (spawn: Node): boolean =>
  [...outwards(spawn)].some(
    (above) => above.is('call_expression') && /(?:^|::)scope$/.test(above.fieldText('function')),
  );

/** Runs on for ever: a loop that nothing leaves. */
export function runsForEver(spawn: Node): boolean {
  const body = argumentsOf(spawn)[0];
  const loops = body?.findAll('loop_expression') ?? [];
  return loops.some(
    (loop) =>
      loop.find({
        rule: {
          any: [
            { kind: 'break_expression' },
            { kind: 'return_expression' },
            { kind: 'try_expression' },
            { kind: 'call_expression', regex: '^(?:panicǃ|std::process::exit)|\\.recv\\(\\)\\s*\\.(?:unwrap|expect)' },
          ],
        },
      }) === null,
  );
}
