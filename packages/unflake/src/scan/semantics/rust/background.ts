/** Threads and tasks of a Rust test: what they share with it, and where the test waits for them. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { outwards } from '../../syntax/node.ts';
import { callsIn } from '../calls.ts';
import { isAfter } from '../undone.ts';
import { argumentsOf, functionAround, isElsewhere } from './around.ts';
import { usesOf } from './variables.ts';

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
export function sharedWith(spawn: Node, file: SourceFile): readonly string[] {
  const body = argumentsOf(spawn)[0];
  if (body === undefined) return [];
  const scope = functionAround(spawn, file);
  const inside = new Set(body.findAll({ rule: { kind: 'identifier' } }).map((node) => node.text()));
  const names = new Set<string>();
  for (const declaration of scope.findAll({ rule: { kind: 'let_declaration' } })) {
    const name = declaration.field('pattern')?.text().replace(/^mut /, '') ?? '';
    if (!inside.has(name) || isAfter(declaration, spawn)) continue;
    names.add(name);
    const original = /^(?:Arc|Rc|std::sync::Arc)::clone\(&(\w+)\)$|^(\w+)\.clone\(\)$/.exec(
      declaration.field('value')?.text() ?? '',
    );
    if (original !== null) names.add((original[1] ?? original[2])!);
  }
  return [...names];
}

/** The first place behind another where the function waits for something, whatever it is. */
export function firstWait(after: Node, scope: Node): Node | null {
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

export const assertionsIn = (scope: Node): readonly Node[] => callsIn(scope, ASSERTS);

export const mentions = (node: Node, names: readonly string[]): boolean =>
  names.some((name) => usesOf(name, node).length > 0);

/** In a block that joins its threads itself: `thread::scope`. */
export function isScoped(spawn: Node): boolean {
  return [...outwards(spawn)].some(
    (above) => above.is('call_expression') && /(?:^|::)scope$/.test(above.field('function')?.text() ?? ''),
  );
}

/** Runs on for ever: a loop that nothing leaves. */
export function runsForEver(spawn: Node): boolean {
  const body = argumentsOf(spawn)[0];
  const loops = body?.findAll({ rule: { kind: 'loop_expression' } }) ?? [];
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
