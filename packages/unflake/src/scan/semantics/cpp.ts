/** C and C++, mostly read off the text. */
import { type Answer, type Call, calls, type FindCalls } from '../rules/rule.ts';
import { namesSomething } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { textBefore } from './place.ts';
import type { Semantics } from './semantics.ts';

export const cpp: Semantics = {
  ...BY_TEXT,
  findCalls: ({ calls, when }) => [called(calls, when)],
  becomesName: (place, file) => {
    const printed = /\bsn?printf\(\s*(\w+)[^;]*$/.exec(textBefore(place))?.[1];
    return printed === undefined ? BY_TEXT.becomesName(place, file) : namesSomething(printed);
  },
};

export function called(names: readonly string[], when?: (call: Call) => Answer): FindCalls {
  const outermost = names.filter((name) => !name.startsWith('*')).map((name) => `?.${name}`);
  return calls([...names, ...outermost], (call) => {
    if (!call.name.startsWith('?')) return when?.(call) ?? true;
    const isOutermost = call.node.field('function')?.text().startsWith('::') === true;
    const isAsked = isOutermost || names.includes(`*.${call.name.slice(call.name.lastIndexOf('.') + 1)}`);
    return isAsked && (when?.(call) ?? true);
  });
}
