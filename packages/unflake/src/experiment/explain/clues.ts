/** Turns findings into clues: what was seen, in words with counts, and what it means for each suspect. */
import type { Count } from '../../contract/evidence.ts';
import { fileOf } from '../../contract/file-of.ts';
import type { Capabilities } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { isCollision } from '../time/is-collision.ts';
import { isCollisionProved } from './collision-proof.ts';
import * as given from './likelihoods.ts';
import { perturbClues } from './perturb-clues.ts';
import type { Clue } from './posterior.ts';
import { SUSPECT_NAMES } from './suspects.ts';

/** How much likelier two rates must be than one. */
const DIFFERENT = 3;
/** What comparing alone, suite and subsets of it is about. */
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

export const of = ({ failures, runs }: Count): string => `${failures} of ${runs}`;

function isolationClue({ isolate, confirm }: FindingsSoFar): readonly Clue[] {
  if (isolate === null) {
    if (confirm?.kind !== 'not-reproduced') return [];
    const trials = Object.values(confirm.arms).flatMap((tally) => tally.trials);
    const says = `by itself it fails ${of(confirm.all)}`;
    return [{ says, likelihood: given.ISOLATION['not-reproduced'], trials, touches: [] }];
  }
  const verdicts = Object.keys(given.ISOLATION) as (keyof typeof given.ISOLATION)[];
  const likelihood = Object.fromEntries(
    SUSPECT_NAMES.map((name) => [
      name,
      verdicts.reduce((sum, verdict) => sum + isolate.posterior[verdict] * given.ISOLATION[verdict][name], 0),
    ]),
  ) as given.Likelihood;
  const says = `fails ${of(isolate.alone)} alone and ${of(isolate.suite)} in the suite`;
  return [{ says, likelihood, trials: [...isolate.alone.trials, ...isolate.suite.trials], touches: BY_SELECTION }];
}

function residueClue({ residue, searched }: FindingsSoFar): readonly Clue[] {
  if (residue === null) return [];
  const { paths, there, aside } = residue;
  const suspect = searched === 'brittle' ? 'brittle' : 'residue';
  const says = `fails ${of(there)} while ${paths.join(', ')} is there, and ${of(aside)} while it is moved away`;
  const trials = [...there.trials, ...aside.trials];
  // Taken away, and put back.
  return [{ says, likelihood: given.provedBy(suspect), trials, touches: [suspect], experiments: 2 }];
}

function orderClue(
  { order, searched, screen, residue }: FindingsSoFar,
  target: TestId,
  can: Capabilities,
): readonly Clue[] {
  if (order === null && screen?.event === 'failure' && screen.hits.length === 0) {
    const says = `passes directly after each of ${screen.asked} other tests`;
    return [{ says, likelihood: given.NO_PAIR, trials: screen.trials, touches: ['victim', 'residue'] }];
  }
  if (order === null || order.kind === 'unresolved') return [];
  const { trials } = order;
  const touches = BY_SELECTION;
  const [set] = order.sets;
  const [proof] = order.confirmed;
  if (order.kind === 'culprits' && set && proof) {
    const names = set.join(' + ');
    const counts = `${of(proof.with)} with it and ${of(proof.without)} without, on fresh runs`;
    if (searched === 'brittle') {
      return [{ says: `passes after ${names}: ${counts}`, likelihood: given.SETTERS, trials, touches }];
    }
    const inMemory = residue === null && sharesProcess(set, target, can);
    const likelihood = inMemory ? given.CULPRITS_SAME_PROCESS : given.CULPRITS_OTHER_PROCESS;
    return [{ says: `fails after ${names}: ${counts}`, likelihood, trials, touches }];
  }
  if (order.kind === 'size-effect') {
    const says = 'depends on how many tests ran before, not on which';
    return [{ says, likelihood: given.SIZE_NOT_WHICH, trials, touches }];
  }
  const says = 'no subset of the earlier tests changes the rate';
  return [{ says, likelihood: given.NO_ORDER_EFFECT, trials, touches }];
}

/** State in memory can pass between tests of one process only. */
export function sharesProcess(set: readonly TestId[], target: TestId, can: Capabilities): boolean {
  if (can.process === 'suite') return true;
  return can.process === 'file' && set.every((test) => fileOf(test) === fileOf(target));
}

function twiceClue({ provoke, isolate }: FindingsSoFar): readonly Clue[] {
  const twice = provoke?.twice ?? isolate?.twice ?? null;
  if (twice === null || twice.second.runs === 0) return [];
  const says = `twice in one process: the first fails ${of(twice.first)}, the second ${of(twice.second)}`;
  const isMore = twice.second.failures > twice.first.failures;
  // Dice fail now the first time and now the second.
  const differ = isMore ? twoArmBayesFactor(twice.second, twice.first) : 0;
  if (differ > 1 && differ < DIFFERENT) return [];
  const likelihood = differ >= DIFFERENT ? given.SECOND_FAILS : given.SECOND_PASSES;
  return [{ says, likelihood, trials: twice.second.trials, touches: ['selfPolluter'] }];
}

function timeClues(findings: FindingsSoFar): readonly Clue[] {
  const { time } = findings;
  if (time === null) return [];
  const found: Clue[] = [];
  const doses = time.doses.map(({ share, tally }) => `${of(tally)} at ${share} of a processor`).join(', ');
  const slowed = { trials: time.doses.flatMap(({ tally }) => tally.trials), touches: ['slow'] } as const;
  if (isCollision(time)) {
    const says = `fails ${of(time.parallel!)} beside others, ${of(time.serial!)} one after another, ${doses}`;
    const trials = [...time.parallel!.trials, ...time.serial!.trials, ...slowed.trials];
    const beside = { says, trials, touches: ['collision'] } as const;
    if (!isCollisionProved(findings)) return [{ ...beside, likelihood: given.foundBy('collision') }];
    // With and without the others, and slowed, which is the control.
    return [{ ...beside, likelihood: given.provedBy('collision'), experiments: 2 }];
  }
  if (time.slowEffect === 'worse')
    found.push({ says: `fails more when slowed: ${doses}`, likelihood: given.SLOWER_WORSE, ...slowed });
  if (time.slowEffect === 'same')
    found.push({ says: `slowing changes nothing: ${doses}`, likelihood: given.SLOWER_SAME, ...slowed });
  if (time.parallel && time.serial) {
    const counts = `${of(time.parallel)} beside others, ${of(time.serial)} one after another`;
    const beside = { trials: [...time.parallel.trials, ...time.serial.trials], touches: ['collision'] } as const;
    if (time.parallelEffect === 'worse')
      found.push({ says: `fails more beside others: ${counts}`, likelihood: given.PARALLEL_WORSE, ...beside });
    if (time.parallelEffect === 'same')
      found.push({ says: `neighbours change nothing: ${counts}`, likelihood: given.BESIDE_SAME, ...beside });
  }
  return found;
}

/** Durations are seen beside the experiments: no experiment has changed them, so that they put nobody to the test. */
function durationClues({ time }: FindingsSoFar): readonly Clue[] {
  if (time === null) return [];
  if (time.timeoutLike) {
    return [
      {
        says: 'failing runs all end at the same time, as at a time-out',
        likelihood: given.ALWAYS_SAME_TIME,
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
      likelihood: given.FAILS_SLOWLY,
      trials: [],
      touches: [],
    },
  ];
}
