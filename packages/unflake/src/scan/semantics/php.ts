import { calls as callsOf } from '../rules/rule.ts';
import { named } from '../syntax/node.ts';
import { assertsNothing } from './asserts-nothing.ts';
import { BY_TEXT } from './by-text.ts';
import { functions } from './php/called.ts';
import type { Semantics } from './semantics.ts';

export const php: Semantics = {
  ...BY_TEXT,
  /** A name without a dot is a function of PHP itself. */
  findCalls: ({ calls, when }) => {
    const plain = calls.filter((name) => /^\w+$/.test(name));
    const others = calls.filter((name) => !plain.includes(name));
    return [
      ...(plain.length > 0 ? [functions(plain, when)] : []),
      ...(others.length > 0 ? [callsOf(others, when)] : []),
    ];
  },
  assertsNothing: (test, file) =>
    assertsNothing(test, (test.field('body') ?? named(test.field('arguments')).at(-1))?.text() ?? '', file),
  clockIsFaked: (place, { text }) =>
    /^\\?(?:\w+\\)*Carbon/.test(place.text()) && /setTestNow|travelTo|freezeTime/.test(text),
};
