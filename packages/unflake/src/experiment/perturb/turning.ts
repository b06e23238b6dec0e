/** Shared by every stage that turns knobs: the target, the knobs, how to make a trial under conditions, and its resources. */
import type { Random } from '@unflake/testkit/random';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorName } from '../../contract/screen-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial } from '../../contract/trial.ts';
import type { HostWatch } from '../busy-host.ts';
import type { Fingerprints } from '../event-of.ts';
import type { ScreenFactor } from '../screen/factor.ts';
import { ScreenLog } from '../screen/screen-log.ts';

export interface PerturbContext {
  readonly target: TestId;
  readonly knobs: readonly KnobChoice[];
  readonly make: (conditions: Conditions) => Trial;
  /** The failures that count, as far as any were seen by now. */
  readonly fingerprints: () => Fingerprints;
  readonly random: Random;
  readonly jobs: number;
}

/** Which setting of which knob; the choice says what it would mean. */
export interface KnobSetting {
  readonly choice: KnobChoice;
  readonly setting: string;
}

/**
 * `most`: the share of one stage. The engine enforces the budget of the case; otherwise a case resumed with a larger budget would choose
 * other trials.
 */
export function logOf({ target, fingerprints, jobs, make }: PerturbContext, most: number, host?: HostWatch): ScreenLog {
  const query = { target, fingerprints: fingerprints(), jobs, maxTrials: most };
  return new ScreenLog(host === undefined ? query : { ...query, host }, make);
}

export function turnedConditions(turned: readonly KnobSetting[]): Conditions {
  return Object.fromEntries(turned.map(({ choice, setting }) => [choice.knob, setting]));
}

/** Off means the default, where the rate is known and nothing irrelevant has to be printed. */
export function factorOf({ choice, setting }: KnobSetting): ScreenFactor {
  const { knob, control, cost, deterministic } = choice;
  return { knob, setting, pinned: null, control, cost, deterministic, weight: 1, combinable: true };
}

export const nameOf = ({ choice, setting }: KnobSetting): FactorName => ({ knob: choice.knob, setting });

/** For people: `tz Asia/Kathmandu`. */
export const turnedLabel = ({ knob, setting }: FactorName): string => `${knob} ${setting}`;
