/**
 * How sure a diagnosis must be, and how often each limit is wrong. A limit that another file needs is added here, with its error rate.
 *
 * A Bayes factor says how much likelier counts are with an effect than without one. Without an effect, a factor of k comes up in at most 1
 * of k comparisons, however often one looks, on average over the rates that the model believes in. A search that looks at many suspects
 * multiplies the limit for each further one.
 */
export const BAYES_FACTOR = {
  /** One rate is twice as likely as two: a proof is withdrawn. */
  same: 0.5,
  /** At most 1 in 3. Never enough alone: it starts a search, or comes on top of another proof, on trials of its own. */
  hint: 3,
  /** At most 1 in 6: an expensive search goes on; it ends when no effect is five times as likely. */
  goOn: 6,
  giveUp: 1 / 5,
  /** At most 1 in 14. For each rival of a factor: two failures of two against one pass of one are just enough. */
  rival: 14,
  /** At most 1 in 20: two arms differ. */
  proof: 20,
  /** At most 1 in 24: one factor suppresses another. There are hundreds of such pairs, so by chance one often seems to. */
  suppressed: 24,
  /** A control behaves like the factor: at most 1 in 40 when it does not. */
  controlFails: 40,
  /** A control behaves like the plain test: at most 1 in 60 when it does not. A wrong answer here would name a wrong cause. */
  controlHolds: 60,
  /** At most 1 in 60: three times what three failures of three and three passes of three give. */
  alwaysSo: 60,
  /** At most 1 in 100: the test also fails at full speed, only less often. */
  slowdown: 100,
  /** At most 1 in 150: the reproduction of an order, whose suspect was chosen among many tests. */
  orderShownAgain: 150,
  /** At most 1 in 10,000: all trials so far follow the culprits, so that one run of each command is enough. */
  prediction: 10_000,
} as const;

/** The belief in a statement against its rivals. As far as the priors are right, 1 − posterior of such statements are wrong. */
export const POSTERIOR = {
  /** 2 %: a cause or a factor is ruled out. */
  rejected: 0.02,
  /** A candidate is put to the proof, on trials of its own. 20 and 15 % wrong starts cost trials, not verdicts. */
  orderStandsOut: 0.8,
  factorStandsOut: 0.85,
  /** 10 % wrong: the search ends without a culprit. A failure that is missed here is still reported as seen. */
  noEffect: 0.9,
  /** 5 % wrong: two arms differ, a culprit or a level is named, a verdict is given. */
  sure: 0.95,
  /** 3 % wrong: many factors are screened at once, and a joint search costs ten times as much as a single one. */
  amongMany: 0.97,
  /** 2.5 % wrong: the effect itself names the cause. */
  namesCause: 0.975,
  /** 1 % wrong: all trials leave almost nothing to the rivals, for a second cause would have shown in them. */
  unrivalled: 0.99,
} as const;

/** 1 − confidence is how often that many passes in a row come up although nothing has changed. */
export const CONFIDENCE = {
  /** A load does not have the rate that it would need. */
  load: 0.95,
  /** A pin, or the passing command, does not have the rate of the failing one. */
  pinned: 0.98,
  /** So many draws that both outcomes should have occurred. */
  draws: 0.99,
} as const;

/** How often a test may be wrong that has no prior. */
export const ERROR_RATE = {
  /** The durations of failing and passing runs differ. */
  durations: 0.05,
  /** No further culprit is left. With several culprits there are several such checks, and each may miss the next one. */
  noneLeft: 0.005,
} as const;
