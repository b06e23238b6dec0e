/** Reads an environment from disk, for the table of states. */
import { statSync } from 'node:fs';
import { type DiskState, type EnvironmentState, environmentState, type StateQuery } from './environment-state.ts';
import { isLocked } from './lock.ts';
import { NO_MARKERS, readMarkers } from './markers.ts';
import { environmentPlaces } from './places.ts';
import { readProvenance } from './provenance.ts';

export interface EnvironmentInspection {
  readonly disk: DiskState;
  readonly state: EnvironmentState;
}

/** `lock` says whether the caller holds the lock. */
export async function inspectEnvironment(
  envs: string,
  name: string,
  query: StateQuery,
  lock: 'ours' | 'ask',
): Promise<EnvironmentInspection> {
  const disk = await diskStateOf(envs, name, lock);
  return { disk, state: environmentState(disk, query) };
}

async function diskStateOf(envs: string, name: string, lock: 'ours' | 'ask'): Promise<DiskState> {
  const places = environmentPlaces(envs, name);
  const exists = statSync(places.folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const held = lock === 'ask' && (await isLocked(places.lock));
  if (!exists) return { exists, held, provenance: { provenance: null, why: 'it is not there' }, markers: NO_MARKERS };
  return { exists, held, provenance: readProvenance(places.state), markers: readMarkers(places.state) };
}
