/**
 * How common each cause is before any trial, by ecosystem. Base rates only order hypotheses that no experiment has separated; verdict,
 * status and confidence do not use them. Java: Luo et al. 2014 (async 45 %, concurrency 20 %, order 12 %). Python: Gruber et al. 2021
 * (order 59 %, infrastructure 28 %, most of the rest network and randomness). JavaScript: Hashemi et al. 2022 names async and concurrency
 * first, without figures that we have read. The split below each figure is our own. Other ecosystems use the general rates.
 */
import { PRIORS, type Rates } from './suspects.ts';

const PYTHON: Rates = {
  victim: 0.36,
  residue: 0.08,
  brittle: 0.12,
  selfPolluter: 0.03,
  slow: 0.06,
  collision: 0.03,
  rng: 0.09,
  iteration: 0.05,
  leak: 0.03,
  outside: 0.15,
};

const JAVA: Rates = {
  victim: 0.07,
  residue: 0.02,
  brittle: 0.02,
  selfPolluter: 0.01,
  slow: 0.42,
  collision: 0.18,
  rng: 0.06,
  iteration: 0.06,
  leak: 0.05,
  outside: 0.11,
};

const JAVASCRIPT: Rates = {
  victim: 0.14,
  residue: 0.04,
  brittle: 0.04,
  selfPolluter: 0.02,
  slow: 0.34,
  collision: 0.12,
  rng: 0.08,
  iteration: 0.03,
  leak: 0.05,
  outside: 0.14,
};

const BY_RUNNER: Readonly<Record<string, Rates>> = {
  pytest: PYTHON,
  unittest: PYTHON,
  maven: JAVA,
  gradle: JAVA,
  jest: JAVASCRIPT,
  vitest: JAVASCRIPT,
  mocha: JAVASCRIPT,
  playwright: JAVASCRIPT,
  ava: JAVASCRIPT,
  tap: JAVASCRIPT,
  'node-test': JAVASCRIPT,
};

export const baseRates = (runner: string | undefined): Rates => BY_RUNNER[runner ?? ''] ?? PRIORS;
