/** Describes an environment: its state and the reason, who holds it, what a run would rebuild, and the approximate duration. */
import { join, relative } from 'node:path';
import type { EnvironmentState } from '../../../testbed/environment-state.ts';
import { inspectEnvironment } from '../../../testbed/inspect-environment.ts';
import { lockHolders } from '../../../testbed/lock-holders.ts';
import { AFTER, FOUNDATION, SEQUENTIAL } from '../../../testbed/names.ts';
import { environmentFolders, environmentPlaces } from '../../../testbed/places.ts';
import { baseOf } from '../../../testbed/prerequisites.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import type { Times } from '../../../testbed/times.ts';
import type { Testbed } from './open-testbed.ts';
import type { EnvironmentReport } from './results.ts';
import { stateWords } from './state-text.ts';

/** Those that the steps use, in their order, then any others that exist. */
export function environmentNames({ graph, places }: Pick<Testbed, 'graph' | 'places'>): readonly string[] {
  const used = graph.steps.flatMap((step) => {
    const base = step.kind === 'independent' ? baseOf(graph, step) : null;
    return base === null ? [step.environment] : [base, step.environment];
  });
  return [...new Set([...used, ...environmentFolders(places.envs)])];
}

export async function explainEnvironments(
  testbed: Testbed,
  environment: string,
  times: Times,
): Promise<EnvironmentReport> {
  const { graph, places } = testbed;
  const use = useOf(testbed, environment);
  const { state, disk } = await inspectEnvironment(places.envs, environment, testbed.query(use.asked), 'ask');
  const place = environmentPlaces(places.envs, environment);
  // A copy has the foundation's marker, which is not a step there.
  const complete = graph.steps.map(({ name }) => name).filter((name) => disk.markers.complete.has(name));
  const own = willRebuild(state, use, disk.markers.complete) ? use.builds : [];
  const runs = own.length === 0 || use.from === null ? own : [...(await buildsOf(testbed, use.from)), ...own];
  return {
    environment,
    state: state.state,
    why: whyOf(state, use),
    marker: 'marker' in state ? relative(places.envs, join(place.state, state.marker)) : null,
    holders: disk.held ? lockHolders(place.lock) : [],
    complete,
    next: nextWords(state, use, runs),
    runs,
    aboutMs: known(runs, times),
  };
}

/** The steps that must run before an environment can be copied; none if it is ready. */
async function buildsOf(testbed: Testbed, environment: string): Promise<readonly string[]> {
  const use = useOf(testbed, environment);
  const { state, disk } = await inspectEnvironment(testbed.places.envs, environment, testbed.query(use.asked), 'ask');
  if (state.state === 'locked' || !willRebuild(state, use, disk.markers.complete)) return [];
  return use.from === null ? use.builds : [...(await buildsOf(testbed, use.from)), ...use.builds];
}

interface Use {
  readonly kind: 'foundation' | 'sequential' | 'base' | 'independent' | 'unused';
  /** The step for which the state is computed; null if none runs there. */
  readonly asked: string | null;
  /** Steps that build it from scratch, in order. */
  readonly builds: readonly string[];
  /** The environment that it is copied from; null if it starts empty or does not exist. */
  readonly from: string | null;
}

function useOf({ graph }: Testbed, environment: string): Use {
  const names = (steps: readonly SuiteStep[]) => steps.map(({ name }) => name);
  const chain = graph.steps.filter(({ kind }) => kind === 'sequential');
  const foundation = graph.steps.some(({ kind }) => kind === 'foundation') ? FOUNDATION : null;
  if (environment === SEQUENTIAL && chain.length > 0) {
    // For the last one: the state that a continued run would find.
    return { kind: 'sequential', asked: chain.at(-1)!.name, builds: names(chain), from: foundation };
  }
  const owner = graph.steps.find((step) => step.environment === environment);
  if (owner?.kind === 'foundation' || environment === FOUNDATION) {
    return { kind: 'foundation', asked: owner?.name ?? FOUNDATION, builds: owner ? [owner.name] : [], from: null };
  }
  if (owner?.kind === 'independent') {
    return { kind: 'independent', asked: owner.name, builds: [owner.name], from: baseOf(graph, owner) ?? foundation };
  }
  const last = environment.startsWith(AFTER) ? graph.find(environment.slice(AFTER.length)) : undefined;
  if (last?.kind === 'sequential') {
    const before = [...names(graph.before(last.name)), last.name];
    return { kind: 'base', asked: last.name, builds: before, from: foundation };
  }
  return { kind: 'unused', asked: null, builds: [], from: null };
}

function willRebuild(state: EnvironmentState, { kind, builds }: Use, complete: ReadonlyMap<string, unknown>): boolean {
  if (state.state !== 'clean' || kind === 'sequential' || kind === 'independent') return true;
  return builds.some((name) => !complete.has(name));
}

function whyOf(state: EnvironmentState, use: Use): string {
  if (use.kind === 'unused' && state.state === 'clean') return 'no step of the suite uses it';
  return stateWords(state, use.asked ?? 'what is there');
}

function nextWords(state: EnvironmentState, { kind }: Use, runs: readonly string[]): string {
  if (state.state === 'locked') return 'a run waits until it is free, then checks it again';
  switch (kind) {
    case 'unused':
      return 'a run does not touch it; `unflake env clean` removes it';
    case 'independent':
      return 'a run creates it again, as every time';
    case 'sequential':
      return state.state === 'clean'
        ? 'a run of the last step continues from here; a run of an earlier one, or of all, rebuilds it'
        : 'a run rebuilds it from the foundation';
    case 'base':
    case 'foundation':
      return runs.length === 0 ? 'a run uses it as it is' : 'a run rebuilds it';
    default:
      return kind satisfies never;
  }
}

function known(steps: readonly string[], times: Times): number | null {
  const found = steps.flatMap((step) => times.get(step) ?? []);
  return found.length === 0 ? null : found.reduce((sum, ms) => sum + ms, 0);
}
