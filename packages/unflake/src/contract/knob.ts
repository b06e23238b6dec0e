/** One factor that a trial can vary. A knob defines what a setting does to a trial; the engine applies it. */
import type { Cause } from './cause.ts';

/** Variables that hold a list: an effect adds a word at the front, and what others have put there stays. */
export type ListVariable = 'JAVA_TOOL_OPTIONS' | 'LD_PRELOAD' | 'NODE_OPTIONS' | 'PYTHONPATH' | 'RUBYOPT';

export interface Effect {
  readonly env?: Readonly<Record<string, string | null>>;
  readonly addTo?: Readonly<Partial<Record<ListVariable, string>>>;
  /** A prefix of the command: a program that changes its own process and then executes the command. */
  readonly prefix?: readonly string[];
  /** CPU share, enforced by stopping and continuing the processes of the trial. */
  readonly cpuShare?: number;
  /** CPU quota in cores, enforced by cgroups. */
  readonly cpuQuota?: number;
  /** Concurrent runs of the same command, including this one; only this one is observed. */
  readonly copies?: number;
  /** Background processes that only use CPU. */
  readonly busy?: number;
  /** What the wall clock shows when the trial begins, in the trial's zone: `2025-12-31T23:59:55`. It goes on from there. */
  readonly clock?: string;
  /** The owner of the private folders of the trial; `prefix` makes the trial run as that user. */
  readonly owner?: number;
  readonly home?: 'deep' | 'absent';
  readonly tmp?: 'deep' | 'shared';
  /** Paths that are moved away while the trial runs. */
  readonly aside?: readonly string[];
  /** Takes effect at build time: as a prefix of a command it would do nothing. */
  readonly built?: true;
}

/** What this machine and this runner allow, found by the engine. */
export interface Machine {
  readonly platform: string;
  readonly cores: number;
  /** The number of a core that we may use. */
  readonly firstProcessor: number;
  readonly root: boolean;
  /** Name of the adapter whose trials are meant; null when it is asked in general. */
  readonly runner: string | null;
  /** Why tests cannot run on several workers with this runner; null where they can. */
  readonly withoutWorkers: Unavailable | null;
  /** Why an ordinary user could not run this project's trials; null where one could, or when it is asked in general. */
  readonly ordinaryUser: Unavailable | null;
  /** The programs that knobs start and that are here. */
  readonly tools: readonly string[];
  /** Those that the C library has, as `locale -a` names them. */
  readonly locales: readonly string[];
  /** What this user may not exceed; null where there is no limit. Bytes for memory. */
  readonly limits: { readonly files: number | null; readonly memory: number | null };
  /** True if a cgroup can be created and given a quota. */
  readonly groups: boolean;
  /** Prefix that starts a command with only the loopback network; null if the kernel forbids it. */
  readonly offline: readonly string[] | null;
  /** Our library for LD_PRELOAD, built from source; null where it could not be. */
  readonly shim: string | null;
  /** Folder of what is loaded before a program, or started next to it. */
  readonly preloads: string;
}

export interface Unavailable {
  readonly why: string;
  /** The command that would enable it; null when nothing would. */
  readonly enable: string | null;
}

/** How a process inside a trial can verify a setting. */
export interface Witness {
  /** `node` stands for the Node that runs unflake. */
  readonly argv: readonly [string, ...string[]];
  readonly prints: string;
}

/**
 * `growing`: each setting provokes at least what the one before it does. `any`: each is its own question. `seed`: the settings are equal
 * draws, the pin among them: one may fail and the next pass, and none is the right one.
 */
export type KnobShape = 'growing' | 'any' | 'seed';

/** What a knob can do about the places in the code that one rule of the scan names. Places of other rules it does not reach. */
export interface KnobReach {
  readonly rule: string;
  /** For people: which calls follow the knob. */
  readonly reaches: readonly string[];
  /** Words of the code that name what does not follow it, although the rule is the same. */
  readonly misses: readonly string[];
}

export interface Knob {
  readonly name: string;
  /** The cause of a test that fails at this setting and not at the pin. */
  readonly cause: (setting: string) => Cause;
  readonly shape: KnobShape;
  /** Settings that may provoke a failure, weakest first; those that this machine has. */
  readonly provoke: (machine: Machine) => readonly string[];
  /** For seeds: as many settings as there are, where `provoke` has a few of them. */
  readonly draws?: (machine: Machine) => readonly string[];
  /** The setting that takes the factor away. */
  readonly pin: string;
  /** A setting of equal cost that should change nothing; null where there is none. */
  readonly control: string | null;
  /** Exclusive: nothing may run in parallel, because durations are not comparable or the neighbour would be part of the effect. */
  readonly exclusive: boolean;
  /** Cost factor of the most expensive setting. */
  readonly cost: number;
  /** Deterministic: one or two trials settle a setting. */
  readonly deterministic: boolean;
  /**
   * Used only for a test that always fails. With fewer privileges a healthy test may fail because files belong to another user, so such a
   * failure proves nothing.
   */
  readonly onlyForBroken?: true;
  /** Throws a RangeError for a setting that means nothing. */
  readonly effect: (setting: string, machine: Machine) => Effect;
  /** null when it can be turned here. */
  readonly unavailable: (machine: Machine) => Unavailable | null;
  /** By which of several ways it is turned here. */
  readonly how?: (machine: Machine) => string;
  /** What it cannot do here although it can be turned; null when nothing is lacking. */
  readonly lacks?: (machine: Machine) => Unavailable | null;
  /** For seeds: which draws of the code follow it here. */
  readonly reach?: (machine: Machine) => readonly KnobReach[];
  /** null for what the adapters do themselves; their contract sees to it. */
  readonly witness: ((setting: string, machine: Machine) => Witness) | null;
}

/** What a plan may know of a knob that can be turned here: data alone, so that a case can keep it and be resumed by it. */
export interface KnobChoice {
  readonly knob: string;
  readonly cause: Cause;
  readonly shape: KnobShape;
  /** Settings that may provoke, weakest first, without the pin. A knob whose settings have different causes is here once for each. */
  readonly settings: readonly string[];
  readonly pin: string;
  readonly control: string | null;
  readonly cost: number;
  readonly exclusive: boolean;
  readonly deterministic: boolean;
  readonly onlyForBroken?: true;
  /** Its settings can be written in front of a command: variables and words, nothing that must run in parallel. */
  readonly printable: boolean;
  /** Absent where nothing is known about it, as in cases that were opened before it was kept. */
  readonly reach?: readonly KnobReach[];
}

/** A knob, or some of its settings, that cannot be turned here. */
export interface KnobRefusal extends Unavailable {
  readonly knob: string;
}
