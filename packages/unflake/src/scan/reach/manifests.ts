/** What the manifests of a repository say about names: crates, Go modules, packages of a workspace. */
import { folderOf } from './space.ts';
import type { WorkspacePackage } from './spaces/javascript.ts';

export interface Manifests {
  /** Folder → the crate's name in code. */
  readonly crates: ReadonlyMap<string, string>;
  /** Path of the module → folder. */
  readonly goModules: ReadonlyMap<string, string>;
  readonly packages: ReadonlyMap<string, WorkspacePackage>;
}

export const isManifest = (path: string): boolean => /(?:^|\/)(?:Cargo\.toml|go\.mod|package\.json)$/.test(path);

/** Texts by path, relative to the root. */
export function readManifests(texts: ReadonlyMap<string, string>): Manifests {
  const crates = new Map<string, string>();
  const goModules = new Map<string, string>();
  const packages = new Map<string, WorkspacePackage>();
  for (const [path, text] of texts) {
    const folder = folderOf(path);
    if (path.endsWith('Cargo.toml')) {
      const name = tomlName(text, 'lib') ?? tomlName(text, 'package');
      if (name !== null) crates.set(folder, name.replaceAll('-', '_'));
    } else if (path.endsWith('go.mod')) {
      const module = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
      if (module !== undefined) goModules.set(module, folder);
    } else {
      const found = packageOf(text, folder);
      if (found !== null) packages.set(...found);
    }
  }
  return { crates, goModules, packages };
}

function tomlName(text: string, section: string): string | null {
  const body = new RegExp(`^\\[${section}\\]\\s*$([\\s\\S]*?)(?=^\\[|(?![\\s\\S]))`, 'm').exec(text)?.[1];
  return /^\s*name\s*=\s*"([^"]+)"/m.exec(body ?? '')?.[1] ?? null;
}

function packageOf(text: string, folder: string): [string, WorkspacePackage] | null {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
  const { name, main, module, exports } = manifest as Record<string, unknown>;
  if (typeof name !== 'string') return null;
  const given: Record<string, readonly string[]> = { '.': [main, module].filter((one) => typeof one === 'string') };
  const all = typeof exports === 'object' && exports !== null ? exports : { '.': exports };
  for (const [key, value] of Object.entries(all)) {
    if (key.startsWith('.')) given[key] = [...files(value), ...(given[key] ?? [])];
  }
  return [name, { folder, exports: given }];
}

/** Every file that any condition leads to; the one that is in the repository will be found. */
function files(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(files) : [];
}
