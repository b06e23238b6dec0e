import { BY_TEXT } from './by-text.ts';
import type { Semantics } from './semantics.ts';

export const ruby: Semantics = {
  ...BY_TEXT,
  clockIsFaked: (_, { isTestFile, text }) => isTestFile && /\b(?:Timecop\.|travel_to|freeze_time|travel\b)/.test(text),
};
