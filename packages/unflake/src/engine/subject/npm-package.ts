/** The npm package that a project has of a runner, and whether our probes work with its version. */
import { join } from 'node:path';
import { UnflakeError } from '../../contract/faults.ts';
import type { ProgramRule, RunnerAdapter, VersionRange } from '../../contract/runner.ts';
import { installAdvice } from './install-advice.ts';
import { plugNPlayPackage } from './plug-n-play.ts';
import { type Manifest, parseManifest, readManifest } from './read-manifest.ts';
import { upwards } from './upwards.ts';

export interface NpmPackage {
  /** Absolute path of the script that its bin names. */
  readonly script: string;
  readonly version: string | null;
}

/** The nearest one, from the folder upwards: without npx, which costs more than many a test. */
export function npmPackage({ npm }: ProgramRule, folder: string): NpmPackage | null {
  if (npm === undefined) return null;
  for (const parent of upwards(folder)) {
    const place = join(parent, 'node_modules', npm.package);
    const found = packageAt(place, readManifest(join(place, 'package.json')), npm.bin);
    if (found !== null) return found;
  }
  const archived = plugNPlayPackage(npm.package, folder);
  return archived === null ? null : packageAt(archived.place, parseManifest(archived.manifest), npm.bin);
}

function packageAt(place: string, manifest: Manifest | undefined, name: string): NpmPackage | null {
  const bin = typeof manifest?.bin === 'string' ? manifest.bin : manifest?.bin?.[name];
  return bin === undefined ? null : { script: join(place, bin), version: manifest?.version ?? null };
}

/** RUNNER_NOT_INSTALLED for a version that the adapter does not accept. */
export function requireAccepted(
  { name, program }: Pick<RunnerAdapter, 'name' | 'program'>,
  { version }: NpmPackage,
  folder: string,
): void {
  const { npm, versions } = program;
  if (npm === undefined || versions === undefined || version === null || isWithin(version, versions)) return;
  const accepted = `${versions.from} to ${versions.to}`;
  const install = installAdvice(`npm install --save-dev ${npm.package}@${versions.to}`, folder);
  throw new UnflakeError(
    'RUNNER_NOT_INSTALLED',
    `${name} ${version} is installed for ${folder}, and versions ${accepted} are accepted; install one with: ${install}; or give the test as a command: --runner command -- <command>`,
    { runner: name, found: version, accepted, install },
  );
}

export function isWithin(version: string, { from, to }: VersionRange): boolean {
  return isAtLeast(version, from) && compare(numbersOf(version).slice(0, numbersOf(to).length), numbersOf(to)) <= 0;
}

export function isAtLeast(version: string, least: string): boolean {
  return compare(numbersOf(version), numbersOf(least)) >= 0;
}

/** A preview of a version counts as that version. */
function numbersOf(version: string): readonly number[] {
  return version
    .replace(/[-+].*/s, '')
    .split('.')
    .map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
