/** The rules for Python. */
import type { Rule } from '../rule.ts';
import { directoryOrder } from './directory-order.ts';
import { envLeftBehind } from './env-left-behind.ts';
import { fixedTimeoutPoll } from './fixed-timeout-poll.ts';
import { handleLeftBehind } from './handle-left-behind.ts';
import { hashOrder } from './hash-order.ts';
import { locale } from './locale.ts';
import { localeLeftBehind } from './locale-left-behind.ts';
import { mockLeftBehind } from './mock-left-behind.ts';
import { nameFromClock } from './name-from-clock.ts';
import { signalHandlerLeftBehind } from './signal-handler-left-behind.ts';
import { sleepAsSynchronisation } from './sleep-as-synchronisation.ts';
import { tempLeftBehind } from './temp-left-behind.ts';
import { threadLeftBehind } from './thread-left-behind.ts';
import { timeZone } from './time-zone.ts';
import { timerLeftBehind } from './timer-left-behind.ts';
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
  threadLeftBehind,
  timerLeftBehind,
  handleLeftBehind,
  tempLeftBehind,
  envLeftBehind,
  localeLeftBehind,
  signalHandlerLeftBehind,
  mockLeftBehind,
  timeZone,
  locale,
];
