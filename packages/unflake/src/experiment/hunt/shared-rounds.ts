/**
 * Rounds that depend on the seed alone, not on what earlier ones showed: several machines divide them among themselves without a word to each
 * other, and what merges them asks for the same ones.
 */
import type { TestId } from '../../contract/test-id.ts';
import { chooseArm } from './choose-arm.ts';
import type { RoundTrial } from './hunt-arm.ts';
import { huntArms } from './hunt-arms.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import { PairCoverage } from './pair-coverage.ts';

/** Durations that another machine measures differ, so none is measured. */
const USUAL_TEST_MS = 20;
const USUAL_STARTUP_MS = 1_000;

export interface SharedRound {
  /** From 0. */
  readonly number: number;
  readonly arm: string;
  readonly why: string;
  readonly trials: readonly RoundTrial[];
}

export function* sharedRounds(options: ResolvedHuntOptions): Generator<SharedRound, void, undefined> {
  const covered = new PairCoverage(options.suite, options.can);
  const measured = {
    ...{ duration: () => USUAL_TEST_MS, startupMs: () => USUAL_STARTUP_MS, roundMs: () => null },
    ...{ suiteMs: () => 0, leftMs: () => Number.POSITIVE_INFINITY, circuitMs: () => options.circuitMs },
  };
  const fresh = { rounds: 0, isExhausted: false };
  const arms = huntArms({ options, covered, ...measured }).map((arm) => ({ ...arm, ...fresh }));
  const choices = options.random.fork('shared arms');
  for (let number = 0; number < options.rounds; ) {
    // No arm has found anything, so that all are tried equally often.
    const records = arms.map((arm) => ({ ...arm, isFirst: arm.isFirst === true, found: 0, cost: arm.rounds }));
    const name = chooseArm(records, number, choices);
    if (name === null) return;
    const arm = arms.find((one) => one.name === name)!;
    const trials = arm.next(options.suite);
    if (trials === null) {
      arm.isExhausted = true;
      continue;
    }
    for (const trial of trials) for (const piece of processesOf(trial)) covered.add(piece);
    arm.rounds += 1;
    yield { number, arm: arm.name, why: arm.why, trials };
    number += 1;
  }
}

/** It runs a part of the rounds, and sees too little of a test to say what it is. The only shard of one runs all. */
export const isShard = ({ shards }: Pick<ResolvedHuntOptions, 'shards'>): boolean =>
  typeof shards?.mine === 'number' && shards.of > 1;

/** Whether this machine runs the round: the one that merges asks for all. */
export function isMine({ number }: SharedRound, { shards }: Pick<ResolvedHuntOptions, 'shards'>): boolean {
  return typeof shards?.mine !== 'number' || number % shards.of === shards.mine - 1;
}

function processesOf({ tests, how }: RoundTrial): readonly (readonly TestId[])[] {
  if (how.forks === undefined) return [tests];
  let start = 0;
  return how.forks.map((length) => {
    start += length;
    return tests.slice(start - length, start);
  });
}
