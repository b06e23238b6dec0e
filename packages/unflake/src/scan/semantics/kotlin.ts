import { assertsNothing } from './asserts-nothing.ts';
import { BY_TEXT } from './by-text.ts';
import { called } from './kotlin/called.ts';
import type { Semantics } from './semantics.ts';

export const kotlin: Semantics = {
  ...BY_TEXT,
  findCalls: ({ calls, when }) => [called(calls, when)],
  assertsNothing: (test, file) => {
    const text = test.text();
    const body = test.is('function_declaration')
      ? text.slice(text.search(/\bfun\b/)).replace(/^fun\s+(?:`[^`]*`|\w+)/, '')
      : text.slice(text.indexOf('{'));
    return assertsNothing(test, body, file);
  },
  // A test that puts its own clock in the library's place may ask it.
  clockIsFaked: (place, { text }) => /\.now\b/.test(place.text()) && /\bmockkStatic\(/.test(text),
};
