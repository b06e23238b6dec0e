/** For tests of the drivers around Maven and Gradle: their modules, and folders to try them in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../runners/small-project.ts';

export async function probe<Exports>(name: string): Promise<Exports> {
  return (await import(new URL(`../../../probes/${name}`, import.meta.url).href)) as Exports;
}

export async function inFolder<T>(
  files: Readonly<Record<string, string>>,
  ask: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'unflake-probe-'));
  try {
    await writeFiles(folder, files);
    return await ask(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface PropertiesFile {
  readonly parseProperties: (text: string) => Record<string, string>;
  readonly formatProperties: (values: Record<string, string | readonly string[]>) => string;
  readonly listOf: (properties: Record<string, string>, name: string) => readonly string[];
}

export const propertiesFile = (): Promise<PropertiesFile> => probe<PropertiesFile>('junit/properties-file.mjs');
