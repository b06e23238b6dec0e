/** The variables that give a trial its own HOME and TMPDIR while the tools that live in the real home stay usable. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../process/inheritable-variables.ts';
import { MAVEN_REPOSITORY, PLACES_OUTSIDE_HOME, TOOLS_IN_HOME } from './home-table.ts';

/** Differences to the base environment for a trial whose folders are `home` and `tmp`. */
export function privateEnvironment(
  base: Environment,
  folders: { readonly home: string; readonly tmp: string },
  tools: Readonly<Record<string, string>>,
): Readonly<Record<string, string | null>> {
  const difference: Record<string, string | null> = { ...tools };
  for (const name of PLACES_OUTSIDE_HOME) if (name in base) difference[name] = null;
  return { ...difference, HOME: folders.home, TMPDIR: folders.tmp, TMP: folders.tmp, TEMP: folders.tmp };
}

/** Where the tools of the real home are, for those that are there. Looked up once a run. */
export function toolPlaces(base: Environment): Readonly<Record<string, string>> {
  const { HOME: home } = base;
  const places: Record<string, string> = {};
  if (home === undefined || home === '') return places;
  for (const [name, place] of Object.entries(TOOLS_IN_HOME)) {
    if (base[name] === undefined && place !== null && existsSync(join(home, place))) places[name] = join(home, place);
  }
  const maven = join(home, MAVEN_REPOSITORY);
  if (existsSync(maven) && !/\s/.test(maven)) places.MAVEN_ARGS = `-Dmaven.repo.local=${maven}`;
  return places;
}
