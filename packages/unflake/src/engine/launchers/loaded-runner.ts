/**
 * A runner whose process serves several trials. It must first agree with a fresh process, which costs several runs. The comparison runs
 * once enough trials have run that as many again would pay for it, or before the first where a fork saves most of a trial.
 */
import { availableParallelism } from 'node:os';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { compareWithin, type LauncherComparison, TOO_SLOW_NOW } from './compare.ts';
import { type ForkServers, mayFork, openForkServers } from './fork-servers.ts';
import { SEEDS, seedVariables } from './hash-seeds.ts';
import type { Launcher } from './launcher.ts';
import { AHEAD, mayServe, openStandby, type Standby } from './standby.ts';

/**
 * Trials after which it has saved as much time as the comparison takes, and the start of the servers. A fork saves most of a start, a
 * runner that stays less.
 */
export const PAYS_AFTER = { again: 20, forks: 12 } as const;

/** Of tests that take long, a start is a small part: before the first trial nobody waits for a comparison of such. */
const EARLY_PATIENCE_MS = 10_000;

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
  let seeds = SEEDS;
  const onFit = (servers: number) => {
    seeds = Math.min(seeds, servers);
  };
  const variables = (trial: Pick<Trial, 'seed'>) =>
    seedVariable === undefined ? {} : seedVariables(seedVariable, request.seed ?? 0, trial, seeds);
  let drawn = 0;
  const draw = () => variables({ seed: ++drawn });
  const standby = openStandby(subject, workspace, request.jobs >= availableParallelism() ? 0 : AHEAD, draw);
  const kept =
    stays === 'forks'
      ? forked(standby, openForkServers(subject, workspace, { variables, conditionPaysAfter: pays, onFit }))
      : reused(standby);
  const reservedBy = new Map<string, Launcher>();
  let current: Kept['launcher'] = standby;
  let trials = 0;
  let distrust: string | null = null;
  let decided: Promise<void> | undefined;

  /** `signal`: of the trial that has to wait for it. */
  async function decide(signal: AbortSignal | undefined): Promise<void> {
    kept.begin();
    const fast = { subject, launcher: kept.launcher, by: kept.by };
    const isEarly = paysAfter === undefined && pays < PAYS_AFTER[stays];
    const patienceMs = isEarly ? EARLY_PATIENCE_MS : Number.POSITIVE_INFINITY;
    const how = signal === undefined ? request : { ...request, signal };
    const differs = await compareWithin(patienceMs, subject, fast, workspace, how);
    if (differs === TOO_SLOW_NOW) {
      pays = PAYS_AFTER[stays];
      decided = undefined;
      return;
    }
    distrust = differs;
    const unfit = kept.unfit();
    if (unfit !== null) distrust = `${kept.by} cannot be used: ${unfit}`;
    if (distrust === null) current = kept.launcher;
    await kept.settle(distrust === null);
  }

  async function reserve(trial: Trial, effect: Effect, signal?: AbortSignal) {
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
    begin: () => {},
    settle: (trusted) => (trusted ? standby.retire() : servers.close()),
    close: servers.close,
  };
}
