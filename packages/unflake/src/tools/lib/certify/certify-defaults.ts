/** What `certify` does where neither a flag nor the config file says. */
export const CERTIFY_DEFAULTS = {
  rate: 0.01,
  confidence: 0.95,
  minutes: 20,
  jobs: 1,
  /** Of counted runs, where there are so many cores: each is a trial of its own, and all have passed beside copies. */
  countedAtOnce: 2,
  timeoutSeconds: 300,
  /** Tests that reach a change, for each minute. */
  reachedPerMinute: 5,
  /** Seeds are printed and typed, so they are short. */
  maxSeed: 999_999,
} as const;
