/** The rules for Rust. */
import type { Rule } from '../rule.ts';
import { absolutePath } from './absolute-path.ts';
import { assertWithoutWait } from './assert-without-wait.ts';
import { directoryOrder } from './directory-order.ts';
import { envLeftBehind } from './env-left-behind.ts';
import { fixedPort } from './fixed-port.ts';
import { fixedTempPath } from './fixed-temp-path.ts';
import { fixedTimeoutPoll } from './fixed-timeout-poll.ts';
import { handleLeftBehind } from './handle-left-behind.ts';
import { hashOrder } from './hash-order.ts';
import { homeOrCwd } from './home-or-cwd.ts';
import { locale } from './locale.ts';
import { localeLeftBehind } from './locale-left-behind.ts';
import { missingAwait } from './missing-await.ts';
import { mockLeftBehind } from './mock-left-behind.ts';
import { nameFromClock } from './name-from-clock.ts';
import { sharedMutableState } from './shared-mutable-state.ts';
import { signalHandlerLeftBehind } from './signal-handler-left-behind.ts';
import { sleepAsSynchronisation } from './sleep-as-synchronisation.ts';
import { tempLeftBehind } from './temp-left-behind.ts';
import { threadLeftBehind } from './thread-left-behind.ts';
import { timeZone } from './time-zone.ts';
import { unseededDice } from './unseeded-dice.ts';
import { wallClock } from './wall-clock.ts';

export const RUST: readonly Rule[] = [
  wallClock,
  nameFromClock,
  unseededDice,
  hashOrder,
  directoryOrder,
  sleepAsSynchronisation,
  fixedTimeoutPoll,
  missingAwait,
  assertWithoutWait,
  threadLeftBehind,
  handleLeftBehind,
  tempLeftBehind,
  envLeftBehind,
  localeLeftBehind,
  signalHandlerLeftBehind,
  mockLeftBehind,
  sharedMutableState,
  fixedPort,
  fixedTempPath,
  homeOrCwd,
  absolutePath,
  timeZone,
  locale,
];
