/** The rules for Python. */
import type { Rule } from '../rule.ts';
import { directoryOrder } from './directory-order.ts';
import { fixedTimeoutPoll } from './fixed-timeout-poll.ts';
import { hashOrder } from './hash-order.ts';
import { locale } from './locale.ts';
import { nameFromClock } from './name-from-clock.ts';
import { sleepAsSynchronisation } from './sleep-as-synchronisation.ts';
import { timeZone } from './time-zone.ts';
import { unorderedQuery } from './unordered-query.ts';
import { unseededDice } from './unseeded-dice.ts';
import { wallClock } from './wall-clock.ts';

export const PYTHON: readonly Rule[] = [
  wallClock,
  nameFromClock,
  unseededDice,
  hashOrder,
  directoryOrder,
  unorderedQuery,
  sleepAsSynchronisation,
  fixedTimeoutPoll,
  timeZone,
  locale,
];
