/** The rules for Go. */
import type { Rule } from '../rule.ts';
import { directoryOrder } from './directory-order.ts';
import { fixedTimeoutPoll } from './fixed-timeout-poll.ts';
import { hashOrder } from './hash-order.ts';
import { nameFromClock } from './name-from-clock.ts';
import { sleepAsSynchronisation } from './sleep-as-synchronisation.ts';
import { unseededDice } from './unseeded-dice.ts';
import { wallClock } from './wall-clock.ts';

export const GO: readonly Rule[] = [
  wallClock,
  nameFromClock,
  unseededDice,
  hashOrder,
  directoryOrder,
  sleepAsSynchronisation,
  fixedTimeoutPoll,
];
