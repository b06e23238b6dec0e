/** A target of a fake suite that fails at a rate which the conditions of a trial and the tests before it set, diagnosed with every knob. */
import type { Random } from '@unflake/testkit/random';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { Conditions, Trial } from '../../../../src/contract/trial.ts';
import type { ResolvedDiagnoseOptions } from '../../../../src/experiment/diagnose/resolved-diagnose-options.ts';
import type { Behaviour } from '../../../fake-suite.ts';
import { ALL_KNOBS, diagnosed } from './diagnose-options.ts';

/** Whether it fails, or how often. */
export type Rate = (conditions: Conditions, before: readonly TestId[], dice: Random) => boolean | number;

export interface World {
  readonly suite: readonly TestId[];
  readonly target: TestId;
  readonly fails: Behaviour;
}

export function diagnosedUnder(
  rate: Rate,
  { suite, target, fails }: World,
  seed: number,
  more: Partial<ResolvedDiagnoseOptions> = {},
) {
  const behave = (before: readonly TestId[], { conditions }: Trial, dice: Random): Behaviour => {
    const often = rate(conditions, before, dice);
    return (typeof often === 'boolean' ? often : dice.boolean(often)) ? fails : { outcome: 'passed' };
  };
  return diagnosed({ behave }, suite, target, seed, { knobs: ALL_KNOBS, ...more });
}
