/** The rules for C and C++. */
import type { Rule } from '../rule.ts';
import { assertionFreeTest } from './assertion-free-test.ts';
import { directoryOrder } from './directory-order.ts';
import { disabledWithoutReason } from './disabled-without-reason.ts';
import { envLeftBehind } from './env-left-behind.ts';
import { fixedPort } from './fixed-port.ts';
import { fixedTempPath } from './fixed-temp-path.ts';
import { floatEquality } from './float-equality.ts';
import { hashOrder } from './hash-order.ts';
import { hiddenRetry } from './hidden-retry.ts';
import { nameFromClock } from './name-from-clock.ts';
import { realNetwork } from './real-network.ts';
import { sleepAsSynchronisation } from './sleep-as-synchronisation.ts';
import { tempLeftBehind } from './temp-left-behind.ts';
import { threadLeftBehind } from './thread-left-behind.ts';
import { timeZone } from './time-zone.ts';
import { unseededDice } from './unseeded-dice.ts';
import { wallClock } from './wall-clock.ts';

export const CPP: readonly Rule[] = [
  assertionFreeTest,
  directoryOrder,
  disabledWithoutReason,
  envLeftBehind,
  fixedPort,
  fixedTempPath,
  floatEquality,
  hashOrder,
  hiddenRetry,
  nameFromClock,
  realNetwork,
  sleepAsSynchronisation,
  tempLeftBehind,
  threadLeftBehind,
  timeZone,
  unseededDice,
  wallClock,
];
