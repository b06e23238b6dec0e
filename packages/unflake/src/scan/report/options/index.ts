/** Ways out by the short name of a rule: the same kind in every language. */
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
import type { KindOptions } from './kind-options.ts';
import { locale } from './locale.ts';
import { localeLeftBehind } from './locale-left-behind.ts';
import { missingAwait } from './missing-await.ts';
import { mockLeftBehind } from './mock-left-behind.ts';
import { nameFromClock } from './name-from-clock.ts';
import { realNetwork } from './real-network.ts';
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

export const KIND_OPTIONS: Readonly<Record<string, KindOptions>> = {
  'absolute-path': absolutePath,
  'assert-without-wait': assertWithoutWait,
  'assertion-free-test': assertionFreeTest,
  'directory-order': directoryOrder,
  'disabled-without-reason': disabledWithoutReason,
  'env-left-behind': envLeftBehind,
  'fixed-port': fixedPort,
  'fixed-temp-path': fixedTempPath,
  'fixed-timeout-poll': fixedTimeoutPoll,
  'float-equality': floatEquality,
  'handle-left-behind': handleLeftBehind,
  'hard-coded-id': hardCodedId,
  'hash-order': hashOrder,
  'hidden-retry': hiddenRetry,
  'home-or-cwd': homeOrCwd,
  'ignored-exit-status': ignoredExitStatus,
  locale,
  'locale-left-behind': localeLeftBehind,
  'missing-await': missingAwait,
  'mock-left-behind': mockLeftBehind,
  'name-from-clock': nameFromClock,
  'real-network': realNetwork,
  'shared-mutable-state': sharedMutableState,
  'signal-handler-left-behind': signalHandlerLeftBehind,
  'sleep-as-synchronisation': sleepAsSynchronisation,
  'temp-left-behind': tempLeftBehind,
  'thread-left-behind': threadLeftBehind,
  'time-zone': timeZone,
  'timer-left-behind': timerLeftBehind,
  'unordered-query': unorderedQuery,
  'unseeded-random': unseededRandom,
  'wall-clock': wallClock,
};
