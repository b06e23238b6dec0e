/** One factor we can turn. A knob says what a setting does to a trial; the engine does it. */
export interface Effect {
  readonly env?: Readonly<Record<string, string | null>>;
  /** Share of the time in which the trial's processes may run, by stopping and continuing them. */
  readonly cpuShare?: number;
}

/** What this machine and this runner allow, found by the engine. */
export interface Machine {
  readonly platform: string;
  readonly cores: number;
  readonly root: boolean;
}

export interface Knob {
  readonly name: string;
  /** Settings that may provoke a failure, weakest first. */
  readonly provoke: readonly string[];
  /** The setting that takes the factor away. */
  readonly pin: string;
  /** A setting of equal cost that should change nothing. */
  readonly control: string | null;
  /** Durations under this knob are not comparable with others, and nothing may run beside it. */
  readonly exclusive: boolean;
  /** How much longer a trial takes under the dearest setting. */
  readonly cost: number;
  readonly effect: (setting: string) => Effect;
  /** null when it can be turned here, else why not and what would enable it. */
  readonly unavailable: (machine: Machine) => string | null;
}
