/**
 * A runner whose process serves several trials. It must first agree with a fresh process, which costs several runs. The comparison runs
 * once enough trials have run that as many again would pay for it, or before the first where a fork saves most of a trial.
 */
import { availableParallelism } from 'node:os';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { compareIf, type LauncherComparison, NotCompared } from './compare.ts';
import { type ForkServers, openForkServers } from './fork-servers.ts';
import { seedsOf, seedVariables, variablesOfSeed } from './hash-seeds.ts';
import type { Launcher } from './launcher.ts';
import { mayFork } from './server-key.ts';
import { AHEAD, mayServe, openStandby, type Standby } from './standby.ts';
import { isWorthNow, startsIn } from './worth-comparing.ts';

/**
 * Trials after which it has saved as much time as the comparison takes, and the start of the servers. A fork saves most of a start, a
 * runner that stays less.
 */
export const PAYS_AFTER = { again: 20, forks: 12 } as const;

/** Trials under one condition that one server could have run: its start costs as much as two that start cold, and most conditions get no more. */
const CONDITION_PAYS_AFTER = 2;

export interface LoadedRunner {
  readonly subject: Subject;
  readonly launcher: Launcher;
  /** Why it does not stay loaded, when the comparison has found something. */
  readonly distrust: string | null;
  readonly close: () => Promise<void>;
}

export interface LoadedRunnerRequest extends LauncherComparison {
  readonly jobs: number;
  readonly stays: keyof typeof PAYS_AFTER;
  /** Trials will follow for certain: a comparison that comes before the first begins now. */
  readonly atOnce?: boolean;
  /** Gives up a comparison that began at once; it may come later. */
  readonly within?: AbortSignal;
  /** Of the case. */
  readonly seed?: number;
}

/** The launcher of the trials after the comparison, and what it takes to change over to it. */
interface Kept {
  readonly launcher: Launcher & Pick<Standby, 'reserve'>;
  /** For people: what its runs are runs of. */
  readonly by: string;
  readonly serves: (trial: Trial, effect: Effect) => boolean;
  /** Why it cannot be used at all; null otherwise. */
  readonly unfit: () => string | null;
  readonly begin: () => void;
  readonly settle: (trusted: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

export function openLoadedRunner(
  subject: Subject,
  workspace: TrialWorkspace,
  request: LoadedRunnerRequest,
  paysAfter?: number,
): LoadedRunner {
  const { stays } = request;
  const { seedVariable, forksAfter } = subject.adapter;
  let pays = paysAfter ?? (stays === 'forks' ? forksAfter : undefined) ?? PAYS_AFTER[stays];
  let seeds = seedsOf(seedVariable);
  const onFit = (servers: number) => {
    seeds = Math.min(seeds, servers);
  };
  const variables = (trial: Pick<Trial, 'seed'>) =>
    seedVariable === undefined ? {} : seedVariables(seedVariable, request.seed ?? 0, trial, seeds);
  const upcoming = () =>
    seedVariable === undefined
      ? [{}]
      : Array.from({ length: seeds }, (_, which) => variablesOfSeed(seedVariable, request.seed ?? 0, which));
  let drawn = 0;
  const draw = () => variables({ seed: ++drawn });
  const isEarly = () => paysAfter === undefined && pays < PAYS_AFTER[stays];
  const isCoreFree = request.jobs < availableParallelism();
  // If the comparison comes first, its outcome decides whether anything is started in this way.
  const standby = openStandby(subject, workspace, isCoreFree ? AHEAD : 0, { draw, later: isEarly() });
  const kept =
    stays === 'forks'
      ? forked(
          standby,
          openForkServers(subject, workspace, {
            variables,
            conditionPaysAfter: CONDITION_PAYS_AFTER,
            onFit,
            ...(isCoreFree ? { upcoming } : {}),
          }),
        )
      : reused(standby);
  const reservedBy = new Map<string, Launcher>();
  let current: Kept['launcher'] = standby;
  let trials = 0;
  let distrust: string | null = null;
  let decided: Promise<void> | undefined;
  const closing = new AbortController();

  /** `signal`: of the trial that has to wait for it. */
  async function decide(signal: AbortSignal | undefined): Promise<void> {
    const fast = { subject, launcher: kept.launcher, by: kept.by, begin: kept.begin };
    const isWorth = isEarly() ? isWorthNow : () => true;
    const how = signal === undefined ? request : { ...request, signal };
    const differs = await compareIf(isWorth, subject, fast, workspace, how);
    if (differs instanceof NotCompared) return putOff(startsIn(differs.first));
    distrust = differs;
    const unfit = kept.unfit();
    if (unfit !== null) distrust = `${kept.by} cannot be used: ${unfit}`;
    if (distrust === null) current = kept.launcher;
    await kept.settle(distrust === null);
  }

  /** Where the tests take most of a run, a comparison takes as much more, and a fork saves no more. */
  function putOff(starts = 1): void {
    pays = Math.ceil(PAYS_AFTER[stays] * starts);
    decided = undefined;
    standby.fill();
  }

  /** While the case is opened. No trial may run beside it. */
  async function decideAtOnce(): Promise<void> {
    const ends = [closing.signal, request.signal, request.within].filter((one) => one !== undefined);
    try {
      await decide(AbortSignal.any(ends));
    } catch (error) {
      if (!request.within?.aborted || request.signal?.aborted || closing.signal.aborted) throw error;
      putOff();
    }
  }

  if (request.atOnce && isEarly()) {
    decided = decideAtOnce();
    // The first trial gets the error; perhaps there is none.
    decided.catch(() => {});
  }

  async function reserve(trial: Trial, effect: Effect, signal?: AbortSignal) {
    await decided;
    if (kept.serves(trial, effect)) trials += 1;
    if (trials > pays) {
      decided ??= decide(signal);
      await decided;
    }
    const launcher = current;
    const reservation = await launcher.reserve(trial, effect, signal);
    if (reservation !== null) reservedBy.set(reservation.folder.path, launcher);
    return reservation;
  }

  return {
    subject,
    launcher: {
      get name() {
        return current.name;
      },
      get keeps() {
        return current.keeps;
      },
      variables,
      launch(command, options) {
        const launcher = reservedBy.get(options.folder) ?? current;
        reservedBy.delete(options.folder);
        return launcher.launch(command, options);
      },
      reserve,
    },
    get distrust() {
      return distrust;
    },
    async close() {
      closing.abort();
      await decided?.catch(() => {});
      await standby.close();
      await kept.close();
    },
  };
}

/** The process that was started ahead runs no tests itself, and returns. */
function reused(standby: Standby): Kept {
  return {
    launcher: standby,
    by: 'a runner that stays loaded',
    serves: mayServe,
    unfit: () => null,
    begin: () => standby.setReuse(true),
    settle: async (trusted) => standby.setReuse(trusted),
    close: async () => {},
  };
}

/** Each trial runs in a fork of a server, and nothing is started ahead any more. */
function forked(standby: Standby, servers: ForkServers): Kept {
  return {
    launcher: servers,
    by: 'a fork of a loaded runner',
    serves: mayFork,
    unfit: servers.unfit,
    begin: servers.startAhead,
    async settle(trusted) {
      if (trusted) return standby.retire();
      await servers.close();
      standby.fill();
    },
    close: servers.close,
  };
}
