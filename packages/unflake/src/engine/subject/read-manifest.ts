/** package.json, as far as we read it. */
import { readFileSync, statSync } from 'node:fs';

export interface Manifest {
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly packageManager?: string;
}

/** Undefined where there is none, or an invalid one. */
export function readManifest(path: string): Manifest | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
    ? parseManifest(readFileSync(path, 'utf8'))
    : undefined;
}

export function parseManifest(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
