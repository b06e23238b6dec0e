import { namesSomething } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { called } from './cpp/called.ts';
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
