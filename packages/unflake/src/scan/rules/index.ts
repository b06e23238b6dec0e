/** Every kind of rule, and every rule: a kind in a language. */
import { absolutePath } from './absolute-path.ts';
import { assertWithoutWait } from './assert-without-wait.ts';
import { assertionFreeTest } from './assertion-free-test.ts';
import { directoryOrder } from './directory-order.ts';
import { disabledWithoutReason } from './disabled-without-reason.ts';
import { envLeftBehind } from './env-left-behind.ts';
import { fixedPort } from './fixed-port.ts';
import { fixedTempPath } from './fixed-temp-path.ts';
import { fixedTimeoutPoll } from './fixed-timeout-poll.ts';
import { floatEquality } from './float-equality.ts';
import { handleLeftBehind } from './handle-left-behind.ts';
import { hardCodedId } from './hard-coded-id.ts';
import { hashOrder } from './hash-order.ts';
import { hiddenRetry } from './hidden-retry.ts';
import { homeOrCwd } from './home-or-cwd.ts';
import { ignoredExitStatus } from './ignored-exit-status.ts';
import { type Kind, rulesOf } from './kind.ts';
import { locale } from './locale.ts';
import { localeLeftBehind } from './locale-left-behind.ts';
import { missingAwait } from './missing-await.ts';
import { mockLeftBehind } from './mock-left-behind.ts';
import { nameFromClock } from './name-from-clock.ts';
import { realNetwork } from './real-network.ts';
import type { Rule } from './rule.ts';
import { sharedMutableState } from './shared-mutable-state.ts';
import { signalHandlerLeftBehind } from './signal-handler-left-behind.ts';
import { sleepAsSynchronisation } from './sleep-as-synchronisation.ts';
import { tempLeftBehind } from './temp-left-behind.ts';
import { threadLeftBehind } from './thread-left-behind.ts';
import { timeZone } from './time-zone.ts';
import { timerLeftBehind } from './timer-left-behind.ts';
import { unorderedQuery } from './unordered-query.ts';
import { unseededRandom } from './unseeded-random.ts';
import { wallClock } from './wall-clock.ts';

export const KINDS: readonly Kind[] = [
  absolutePath,
  assertWithoutWait,
  assertionFreeTest,
  directoryOrder,
  disabledWithoutReason,
  envLeftBehind,
  fixedPort,
  fixedTempPath,
  fixedTimeoutPoll,
  floatEquality,
  handleLeftBehind,
  hardCodedId,
  hashOrder,
  hiddenRetry,
  homeOrCwd,
  ignoredExitStatus,
  locale,
  localeLeftBehind,
  missingAwait,
  mockLeftBehind,
  nameFromClock,
  realNetwork,
  sharedMutableState,
  signalHandlerLeftBehind,
  sleepAsSynchronisation,
  tempLeftBehind,
  threadLeftBehind,
  timeZone,
  timerLeftBehind,
  unorderedQuery,
  unseededRandom,
  wallClock,
];

export const RULES: readonly Rule[] = KINDS.flatMap(rulesOf);
