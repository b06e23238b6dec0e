/** The rates that two arms may have, as a grid of atoms grouped by hypothesis. Data for `two-arm-posterior`. */

export const TWO_ARM_HYPOTHESES = ['never', 'always', 'same', 'worse', 'better'] as const;
export type TwoArmHypothesis = (typeof TWO_ARM_HYPOTHESES)[number];

/** Of the whole belief, before any run. Most flaky tests are so by themselves; a suite that heals is rarer than one that harms. */
const PRIOR: Readonly<Record<TwoArmHypothesis, number>> = {
  never: 0.05,
  always: 0.05,
  same: 0.45,
  worse: 0.3,
  better: 0.15,
};

const RATES = [
  0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99,
] as const;
/** Arms nearer than this share a rate for all that matters. */
const MIN_ODDS_RATIO = 4;

/** One column an entry, so that the sums over all atoms stay fast. */
export interface Atoms {
  readonly size: number;
  /** Index into the hypotheses. */
  readonly hypothesis: Uint8Array;
  readonly prior: Float64Array;
  /** ln of the rate and of its complement, in the first and in the second arm. */
  readonly logFail: readonly [Float64Array, Float64Array];
  readonly logPass: readonly [Float64Array, Float64Array];
}

interface Atom {
  readonly hypothesis: TwoArmHypothesis;
  /** Of its hypothesis; they add up to one. */
  readonly share: number;
  readonly rates: readonly [number, number];
}

export const ATOMS: Atoms = columnsOf([
  { hypothesis: 'never', share: 1, rates: [0, 0] },
  { hypothesis: 'always', share: 1, rates: [1, 1] },
  ...RATES.map((rate): Atom => ({ hypothesis: 'same', share: 1 / RATES.length, rates: [rate, rate] })),
  ...unequal().map(({ low, high, share }): Atom => ({ hypothesis: 'worse', share, rates: [low, high] })),
  ...unequal().map(({ low, high, share }): Atom => ({ hypothesis: 'better', share, rates: [high, low] })),
]);

/** Half of the belief says that the lower arm never fails; the other half is spread over all pairs that are far enough apart. */
function unequal(): { low: number; high: number; share: number }[] {
  const odds = (rate: number) => rate / (1 - rate);
  const highs = [...RATES, 1];
  const pairs = RATES.flatMap((low) =>
    highs.filter((high) => odds(high) >= MIN_ODDS_RATIO * odds(low)).map((high) => ({ low, high })),
  );
  return [
    ...highs.map((high) => ({ low: 0, high, share: 0.5 / highs.length })),
    ...pairs.map((pair) => ({ ...pair, share: 0.5 / pairs.length })),
  ];
}

function columnsOf(atoms: readonly Atom[]): Atoms {
  const column = (of: (atom: Atom) => number) => Float64Array.from(atoms, of);
  return {
    size: atoms.length,
    hypothesis: Uint8Array.from(atoms, ({ hypothesis }) => TWO_ARM_HYPOTHESES.indexOf(hypothesis)),
    prior: column(({ hypothesis, share }) => PRIOR[hypothesis] * share),
    logFail: [column(({ rates }) => Math.log(rates[0])), column(({ rates }) => Math.log(rates[1]))],
    logPass: [column(({ rates }) => Math.log1p(-rates[0])), column(({ rates }) => Math.log1p(-rates[1]))],
  };
}
