import { BY_TEXT } from './by-text.ts';
import { called } from './kotlin/called.ts';
import type { Semantics } from './semantics.ts';

export const kotlin: Semantics = {
  ...BY_TEXT,
  findCalls: ({ calls, when }) => [called(calls, when)],
  // A test that puts its own clock in the library's place may ask it.
  clockIsFaked: (place, { text }) => /\.now\b/.test(place.text()) && /\bmockkStatic\(/.test(text),
};
