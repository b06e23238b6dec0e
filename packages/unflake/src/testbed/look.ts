/** Looks at an environment on disk, for the table of states. */
import { statSync } from 'node:fs';
import { type EnvironmentState, environmentState, type Sight, type StateQuery } from './environment-state.ts';
import { isLocked } from './lock.ts';
import { readMade } from './made.ts';
import { NO_MARKERS, readMarkers } from './markers.ts';
import { environmentPlaces } from './places.ts';

export interface Looked {
  readonly sight: Sight;
  readonly state: EnvironmentState;
}

/** `lock` says whether the caller holds it himself. */
export async function lookAt(envs: string, name: string, query: StateQuery, lock: 'ours' | 'ask'): Promise<Looked> {
  const sight = await sightOf(envs, name, lock);
  return { sight, state: environmentState(sight, query) };
}

async function sightOf(envs: string, name: string, lock: 'ours' | 'ask'): Promise<Sight> {
  const places = environmentPlaces(envs, name);
  const exists = statSync(places.folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const held = lock === 'ask' && (await isLocked(places.lock));
  if (!exists) return { exists, held, made: { made: null, why: 'it is not there' }, markers: NO_MARKERS };
  return { exists, held, made: readMade(places.state), markers: readMarkers(places.state) };
}
