/** Turns findings into clues: an observation with its counts, and its likelihood under each cause. */

import { fileOf } from '../../contract/file-of.ts';
import type { Capabilities } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { isCollision } from '../time/is-collision.ts';
import { isCollisionProved } from './collision-proof.ts';
import { formatCount } from './format-count.ts';
import * as LIKELIHOODS from './likelihoods.ts';
import { perturbClues } from './perturb-clues.ts';
import type { Clue } from './posterior.ts';
import { SUSPECT_NAMES } from './suspects.ts';

/** The causes that a comparison of alone, suite and subsets is about. */
const BY_SELECTION = ['victim', 'residue', 'brittle', 'leak'] as const;

export function clues(options: ResolvedDiagnoseOptions, findings: FindingsSoFar): readonly Clue[] {
  const { target, can } = options;
  return [
    ...isolationClue(findings),
    ...residueClue(findings),
    ...orderClue(findings, target, can),
    ...twiceClue(findings),
    ...timeClues(findings),
    ...durationClues(findings),
    ...perturbClues(options, findings),
  ];
}

function isolationClue({ isolate, confirm }: FindingsSoFar): readonly Clue[] {
  if (isolate === null) {
    if (confirm?.kind !== 'not-reproduced') return [];
    const trials = Object.values(confirm.arms).flatMap((tally) => tally.trials);
    const says = `by itself it fails ${formatCount(confirm.all)}`;
    return [{ says, likelihood: LIKELIHOODS.ISOLATION['not-reproduced'], trials, touches: [] }];
  }
  const verdicts = Object.keys(LIKELIHOODS.ISOLATION) as (keyof typeof LIKELIHOODS.ISOLATION)[];
  const likelihood = Object.fromEntries(
    SUSPECT_NAMES.map((name) => [
      name,
      verdicts.reduce((sum, verdict) => sum + isolate.posterior[verdict] * LIKELIHOODS.ISOLATION[verdict][name], 0),
    ]),
  ) as LIKELIHOODS.Likelihood;
  const says = `fails ${formatCount(isolate.alone)} alone and ${formatCount(isolate.suite)} in the suite`;
  return [{ says, likelihood, trials: [...isolate.alone.trials, ...isolate.suite.trials], touches: BY_SELECTION }];
}

function residueClue({ residue, searched }: FindingsSoFar): readonly Clue[] {
  if (residue === null) return [];
  const { paths, there, aside } = residue;
  const suspect = searched === 'brittle' ? 'brittle' : 'residue';
  const says = `fails ${formatCount(there)} while ${paths.join(', ')} is there, and ${formatCount(aside)} while it is moved away`;
  const trials = [...there.trials, ...aside.trials];
  // Two experiments: the files moved away, and restored.
  return [{ says, likelihood: LIKELIHOODS.provedBy(suspect), trials, touches: [suspect], experiments: 2 }];
}

function orderClue(
  { order, searched, screen, residue }: FindingsSoFar,
  target: TestId,
  can: Capabilities,
): readonly Clue[] {
  if (order === null && screen?.event === 'failure' && screen.hits.length === 0) {
    const says = `passes directly after each of ${screen.asked} other tests`;
    return [{ says, likelihood: LIKELIHOODS.NO_PAIR, trials: screen.trials, touches: ['victim', 'residue'] }];
  }
  if (order === null || order.kind === 'unresolved') return [];
  const { trials } = order;
  const touches = BY_SELECTION;
  const [set] = order.sets;
  const [proof] = order.confirmed;
  if (order.kind === 'culprits' && set && proof) {
    const names = set.join(' + ');
    const counts = `${formatCount(proof.with)} with it and ${formatCount(proof.without)} without, on fresh runs`;
    if (searched === 'brittle') {
      return [{ says: `passes after ${names}: ${counts}`, likelihood: LIKELIHOODS.SETTERS, trials, touches }];
    }
    const inMemory = residue === null && sharesProcess(set, target, can);
    const likelihood = inMemory ? LIKELIHOODS.CULPRITS_SAME_PROCESS : LIKELIHOODS.CULPRITS_OTHER_PROCESS;
    return [{ says: `fails after ${names}: ${counts}`, likelihood, trials, touches }];
  }
  if (order.kind === 'size-effect') {
    const says = 'depends on how many tests ran before, not on which';
    return [{ says, likelihood: LIKELIHOODS.SIZE_NOT_WHICH, trials, touches }];
  }
  const says = 'no subset of the earlier tests changes the rate';
  return [{ says, likelihood: LIKELIHOODS.NO_ORDER_EFFECT, trials, touches }];
}

/** State in memory passes only between tests of one process. */
export function sharesProcess(set: readonly TestId[], target: TestId, can: Capabilities): boolean {
  if (can.process === 'suite') return true;
  return can.process === 'file' && set.every((test) => fileOf(test) === fileOf(target));
}

function twiceClue({ provoke, isolate }: FindingsSoFar): readonly Clue[] {
  const twice = provoke?.twice ?? isolate?.twice ?? null;
  if (twice === null || twice.second.runs === 0) return [];
  const says = `twice in one process: the first fails ${formatCount(twice.first)}, the second ${formatCount(twice.second)}`;
  const isMore = twice.second.failures > twice.first.failures;
  // Random draws fail sometimes in the first execution and sometimes in the second.
  const differ = isMore ? twoArmBayesFactor(twice.second, twice.first) : 0;
  if (differ > 1 && differ < BAYES_FACTOR.hint) return [];
  const likelihood = differ >= BAYES_FACTOR.hint ? LIKELIHOODS.SECOND_FAILS : LIKELIHOODS.SECOND_PASSES;
  return [{ says, likelihood, trials: twice.second.trials, touches: ['selfPolluter'] }];
}

function timeClues(findings: FindingsSoFar): readonly Clue[] {
  const { time } = findings;
  if (time === null) return [];
  const found: Clue[] = [];
  const doses = time.doses.map(({ share, tally }) => `${formatCount(tally)} at ${share} of a CPU`).join(', ');
  const slowed = { trials: time.doses.flatMap(({ tally }) => tally.trials), touches: ['slow'] } as const;
  if (isCollision(time)) {
    const says = `fails ${formatCount(time.parallel!)} in parallel, ${formatCount(time.serial!)} serially, ${doses}`;
    const trials = [...time.parallel!.trials, ...time.serial!.trials, ...slowed.trials];
    const clue = { says, trials, touches: ['collision'] } as const;
    if (!isCollisionProved(findings)) return [{ ...clue, likelihood: LIKELIHOODS.foundBy('collision') }];
    // Three experiments: parallel, serial, and slowed as the control.
    return [{ ...clue, likelihood: LIKELIHOODS.provedBy('collision'), experiments: 2 }];
  }
  if (time.slowEffect === 'worse')
    found.push({ says: `fails more when slowed: ${doses}`, likelihood: LIKELIHOODS.SLOWER_WORSE, ...slowed });
  if (time.slowEffect === 'same')
    found.push({ says: `slowing changes nothing: ${doses}`, likelihood: LIKELIHOODS.SLOWER_SAME, ...slowed });
  if (time.parallel && time.serial) {
    const counts = `${formatCount(time.parallel)} in parallel, ${formatCount(time.serial)} serially`;
    const clue = { trials: [...time.parallel.trials, ...time.serial.trials], touches: ['collision'] } as const;
    if (time.parallelEffect === 'worse')
      found.push({ says: `fails more in parallel: ${counts}`, likelihood: LIKELIHOODS.PARALLEL_WORSE, ...clue });
    if (time.parallelEffect === 'same')
      found.push({ says: `neighbours change nothing: ${counts}`, likelihood: LIKELIHOODS.PARALLEL_SAME, ...clue });
  }
  return found;
}

/** Durations are a by-product: no experiment changes them, so they test no cause. */
function durationClues({ time }: FindingsSoFar): readonly Clue[] {
  if (time === null) return [];
  if (time.timeoutLike) {
    return [
      {
        says: 'failing runs all end at the same time, as at a time-out',
        likelihood: LIKELIHOODS.ALWAYS_SAME_TIME,
        trials: [],
        touches: [],
      },
    ];
  }
  const slower = time.durations.find(({ flag, phase }) => flag === 'slower' && phase !== 'teardown');
  if (!slower?.ratio) return [];
  return [
    {
      says: `failing runs take ${slower.ratio.toFixed(1)} × as long (${slower.phase})`,
      likelihood: LIKELIHOODS.FAILS_SLOWLY,
      trials: [],
      touches: [],
    },
  ];
}
