/** What a hunt does where neither a flag nor the config file says. */
export const HUNT_DEFAULTS = {
  rounds: 1_000,
  /** Of all shards together: each arm several times. */
  sharedRounds: 40,
  minutes: 20,
  jobs: 1,
  timeoutSeconds: 300,
  /** Seeds are printed and typed, so they are short. */
  maxSeed: 999_999,
} as const;
