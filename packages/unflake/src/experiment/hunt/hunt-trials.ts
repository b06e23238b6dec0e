/** Makes the trials of a hunt: those of a round watch every test, those of a suspect watch it alone. Both have seeds and limits like the trials of a diagnosis. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { trialMaker } from '../diagnose/make-trial.ts';
import type { MakeTrial } from '../findings.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';

/** `stream`: a name of its own for the seeds, so that no suspect changes those of another. */
function maker(options: ResolvedHuntOptions, seen: readonly TrialResult[], target: TestId, stream: string): MakeTrial {
  const { suite, can, cores, knobs, refused, jobs, timeBoxMs, random } = options;
  const fixed = { trials: Number.POSITIVE_INFINITY, protocol: 'adaptive' } as const;
  return trialMaker(
    { target, suite, can, cores, knobs, refused, jobs, timeBoxMs, random: random.fork(stream), ...fixed },
    seen,
  );
}

export function roundMaker(options: ResolvedHuntOptions, seen: readonly TrialResult[], stream = 'rounds'): MakeTrial {
  const make = maker(options, seen, options.suite[0]!, stream);
  return (tests, how = {}) => {
    const trial = make(tests, { ...how, watch: 'all' });
    if (trial.hang === undefined) return trial;
    // Any of the tests may be the one that hangs.
    const longest = Math.max(trial.hang.targetMs, trial.hang.othersMs);
    return { ...trial, hang: { ...trial.hang, targetMs: longest, othersMs: longest } };
  };
}

export function suspectMaker(options: ResolvedHuntOptions, seen: readonly TrialResult[], test: TestId): MakeTrial {
  return maker(options, seen, test, `suspect ${test}`);
}
