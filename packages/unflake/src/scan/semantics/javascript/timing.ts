/** Time in JavaScript tests: fake clocks, and sleeps. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest, textAt } from '../../syntax/node.ts';
import { unwrapped } from '../held.ts';
import { once } from '../once.ts';
import { re } from '../undone.ts';
import { calledName, calledOn, functionAround } from './around.ts';

const FAKE =
  /\b(?:useFakeTimers|setSystemTime|installFakeTimers|FakeTimers|mock\.timers\.enable|mockdate|MockDate|timekeeper|(?:Test|Fake|Virtual|Manual)Clock)\b|\bclock\.(?:tick|advance|run|fastForward)\w*\(|spyOn\(\s*(?:global(?:This)?\.)?Date\s*,|\bDate\.now\s*=[^=]/;

export const hasFakeClock = once(({ text }: SourceFile) => FAKE.test(text));

const SLEEPS = /^(?:sleep|delay|wait|pause|snooze|waitForTimeout|waitMs|sleepMs|timeout|setTimeout)$/;
const TIMER =
  /^(?:async\s*)?(?:\(?\s*(\w+)[^)=]*\)?\s*=>|function\s*\w*\(\s*(\w+)[^)]*\))\s*\{?\s*(?:return\s+|void\s+)?(?:globalThis\.|window\.)?setTimeout\(\s*(?:\(\)\s*=>\s*\{?\s*(?:\1|\2)\([^)]*\);?\s*\}?|\1|\2)\s*(?:,\s*([^,)]+))?\s*\)/;

/** What an `await` sleeps for, as it is written; null when it waits for something. */
export function sleepOf(awaited: Node, file: SourceFile): string | null {
  const value = unwrapped(awaited);
  if (value.is('new_expression')) {
    if (value.field('constructor')?.text() !== 'Promise') return null;
    const timer = TIMER.exec(textAt(value.field('arguments')?.namedChildren()[0]));
    return timer === null ? null : (timer[3] ?? '0').trim();
  }
  if (!value.is('call_expression')) return null;
  const name = calledName(value);
  if (!SLEEPS.test(name)) return null;
  if (name === 'setTimeout' && !/^timers\/promises/.test(meant(value, file))) return null;
  const args = value.field('arguments')?.namedChildren() ?? [];
  const ms = args[0];
  // A pause that was asked for by name, or with more than a time, is something else.
  if (ms === undefined || /^(?:string|template_string|object|arrow_function)$/.test(ms.kind())) return null;
  if (
    calledOn(value) !== null &&
    name !== 'waitForTimeout' &&
    !/^(?:cy|page|browser|timers|utils?|helpers?)$/.test(calledOn(value)!.text())
  )
    return null;
  if (args.length > 1 && /signal/.test(args.at(-1)!.text())) return null;
  return args.length === 1 || name === 'setTimeout' ? ms.text() : null;
}

const meant = (call: Node, file: SourceFile): string => file.meanings(call.fieldText('function'), call)[0] ?? '';

/** A time that is given to the function around is slept by its callers. */
export function isParameter(name: string, at: Node): boolean {
  for (let fn = functionAround(at); fn !== null; fn = functionAround(fn)) {
    const parameters = textAt(fn.field('parameters') ?? fn.field('parameter'));
    if (re`(?:^|[^\w$])${name.replace(/\W/g, '\\$&')}(?:$|[^\w$])`.test(parameters)) return true;
  }
  return false;
}

/** The loop that a place repeats in, inside its own function. */
export function loopAround(node: Node): Node | null {
  const loop = nearest(node, ['while_statement', 'do_statement', 'for_statement']);
  if (loop === null || functionAround(loop)?.id() !== functionAround(node)?.id()) return null;
  return loop;
}
