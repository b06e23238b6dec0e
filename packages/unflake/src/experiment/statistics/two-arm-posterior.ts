/**
 * Two arms and what may be true of them: neither ever fails, both always do, they share a rate, or the second is worse or better by odds of
 * four at least. An exact posterior over a grid of rates, and what one more run of either arm would be expected to teach.
 */
import type { Count } from '../../contract/evidence.ts';

export const TWO_ARM_HYPOTHESES = ['never', 'always', 'same', 'worse', 'better'] as const;
export type TwoArmHypothesis = (typeof TWO_ARM_HYPOTHESES)[number];
export type TwoArmPosterior = Readonly<Record<TwoArmHypothesis, number>>;

/** How the second arm stands to the first; expectations of a fake outcome may make the counts fractional. */
export function twoArmPosterior(first: Count, second: Count, prior: TwoArmPosterior = PRIOR): TwoArmPosterior {
  return normalised(masses(first, second, prior));
}

/** The expected drop in bits of not knowing, from one more run of each arm. */
export function expectedDrops(
  first: Count,
  second: Count,
  prior: TwoArmPosterior = PRIOR,
): { readonly first: number; readonly second: number } {
  const now = masses(first, second, prior);
  const dropOf = (failed: Masses, passed: Masses) => {
    // A run can only fail or pass, so the two masses share out the present one and their sizes are the chances.
    const chance = failed.total / now.total;
    const after = chance * entropy(normalised(failed)) + (1 - chance) * entropy(normalised(passed));
    return Math.max(0, entropy(normalised(now)) - after);
  };
  return {
    first: dropOf(masses(more(first, 1), second, prior, now.peak), masses(more(first, 0), second, prior, now.peak)),
    second: dropOf(masses(first, more(second, 1), prior, now.peak), masses(first, more(second, 0), prior, now.peak)),
  };
}

/** The chance that the next run of each arm fails. */
export function predictedRates(first: Count, second: Count, prior: TwoArmPosterior = PRIOR): [number, number] {
  const now = masses(first, second, prior);
  return [
    masses(more(first, 1), second, prior, now.peak).total / now.total,
    masses(first, more(second, 1), prior, now.peak).total / now.total,
  ];
}

export const PRIOR: TwoArmPosterior = { never: 0.05, always: 0.05, same: 0.45, worse: 0.3, better: 0.15 };

const RATES = [
  0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99,
] as const;
const LEAST_ODDS_RATIO = 4;

interface Atom {
  readonly hypothesis: TwoArmHypothesis;
  /** Of its hypothesis; they add up to one. */
  readonly share: number;
  readonly logFail: readonly [number, number];
  readonly logPass: readonly [number, number];
}

const ATOMS: readonly Atom[] = [
  atom('never', 1, 0, 0),
  atom('always', 1, 1, 1),
  ...RATES.map((rate) => atom('same', 1 / RATES.length, rate, rate)),
  ...unequal().map(({ low, high, share }) => atom('worse', share, low, high)),
  ...unequal().map(({ low, high, share }) => atom('better', share, high, low)),
];

function atom(hypothesis: TwoArmHypothesis, share: number, first: number, second: number): Atom {
  return {
    hypothesis,
    share,
    logFail: [Math.log(first), Math.log(second)],
    logPass: [Math.log1p(-first), Math.log1p(-second)],
  };
}

/** Half of the belief says that the lower arm never fails; the other half is spread over all pairs that are far enough apart. */
function unequal(): { low: number; high: number; share: number }[] {
  const odds = (rate: number) => rate / (1 - rate);
  const highs = [...RATES, 1];
  const pairs = RATES.flatMap((low) =>
    highs.filter((high) => odds(high) >= LEAST_ODDS_RATIO * odds(low)).map((high) => ({ low, high })),
  );
  return [
    ...highs.map((high) => ({ low: 0, high, share: 0.5 / highs.length })),
    ...pairs.map((pair) => ({ ...pair, share: 0.5 / pairs.length })),
  ];
}

interface Masses {
  readonly by: Readonly<Record<TwoArmHypothesis, number>>;
  readonly total: number;
  /** The log that was taken out of every term, so that masses with the same peak can be compared. */
  readonly peak: number;
}

function masses(first: Count, second: Count, prior: TwoArmPosterior, peak?: number): Masses {
  const logs = ATOMS.map((a) => times(a.logFail, a.logPass, 0, first) + times(a.logFail, a.logPass, 1, second));
  const top = peak ?? Math.max(...logs);
  const by = { never: 0, always: 0, same: 0, worse: 0, better: 0 };
  let total = 0;
  ATOMS.forEach(({ hypothesis, share }, i) => {
    const mass = prior[hypothesis] * share * Math.exp(logs[i]! - top);
    by[hypothesis] += mass;
    total += mass;
  });
  return { by, total, peak: top };
}

function times(logFail: Atom['logFail'], logPass: Atom['logPass'], arm: 0 | 1, { failures, runs }: Count): number {
  const passes = runs - failures;
  return (failures === 0 ? 0 : failures * logFail[arm]) + (passes === 0 ? 0 : passes * logPass[arm]);
}

function normalised({ by, total }: Masses): TwoArmPosterior {
  const share = (hypothesis: TwoArmHypothesis) => (total > 0 ? by[hypothesis] / total : 1 / TWO_ARM_HYPOTHESES.length);
  return {
    never: share('never'),
    always: share('always'),
    same: share('same'),
    worse: share('worse'),
    better: share('better'),
  };
}

function entropy(posterior: TwoArmPosterior): number {
  let bits = 0;
  for (const hypothesis of TWO_ARM_HYPOTHESES) {
    const p = posterior[hypothesis];
    if (p > 0) bits -= p * Math.log2(p);
  }
  return bits;
}

function more({ failures, runs }: Count, failed: 0 | 1): Count {
  return { failures: failures + failed, runs: runs + 1 };
}
