/** Signs of a runner that comes as an npm package: its configuration, the manifest's key, scripts and dependencies. */
import type { Detection, Project } from '../contract/runner.ts';

export interface NpmSigns {
  readonly package: string;
  /** Tells a configuration file of this runner; by its text too where the name alone does not say it. */
  readonly isConfig: (name: string, text: () => string) => boolean;
  /** A key of package.json that configures it. */
  readonly manifestKey?: string;
}

interface Manifest {
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly keys: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
}

const STRENGTHS = ['configured', 'likely', 'possible'] as const;

/** The strongest folder; of equally strong ones the nearest to the root, then the first by name. */
export function detectNpm(project: Project, signs: NpmSigns): Detection | null {
  const folders = new Map<string, string[]>();
  for (const file of project.files) {
    const slash = file.lastIndexOf('/');
    const folder = slash < 0 ? '.' : file.slice(0, slash);
    folders.set(folder, [...(folders.get(folder) ?? []), file.slice(slash + 1)]);
  }
  const found = [...folders].flatMap(([folder, names]) => signsIn(project, { folder, names, signs }) ?? []);
  const rank = ({ strength, folder }: Detection) => STRENGTHS.indexOf(strength) * 1000 + depth(folder);
  return found.toSorted((a, b) => rank(a) - rank(b) || (a.folder < b.folder ? -1 : 1))[0] ?? null;
}

function signsIn(
  project: Project,
  { folder, names, signs }: { folder: string; names: readonly string[]; signs: NpmSigns },
): Detection | null {
  const text = (name: string) => project.text(folder === '.' ? name : `${folder}/${name}`) ?? '';
  const configs = names.filter((name) => signs.isConfig(name, () => text(name)));
  const manifest = names.includes('package.json') ? manifestOf(text('package.json')) : null;
  const key = signs.manifestKey !== undefined && manifest?.keys.has(signs.manifestKey);
  const scripts = Object.entries(manifest?.scripts ?? {}).filter(([, script]) => starts(script, signs.package));
  const depends = manifest?.dependencies.has(signs.package);
  const because = [
    ...configs,
    ...(key ? [`"${signs.manifestKey}" in package.json`] : []),
    ...scripts.map(([name, script]) => `script "${name}": ${String(script)}`),
    ...(depends ? [`"${signs.package}" in the dependencies of package.json`] : []),
  ];
  if (because.length === 0) return null;
  const strength = configs.length > 0 || key ? 'configured' : scripts.length > 0 ? 'likely' : 'possible';
  return { folder, because, strength };
}

function manifestOf(text: string): Manifest | null {
  const manifest = record(parsed(text));
  const dependencies = [manifest.dependencies, manifest.devDependencies].flatMap((part) => Object.keys(record(part)));
  return {
    scripts: record(manifest.scripts),
    keys: new Set(Object.keys(manifest)),
    dependencies: new Set(dependencies),
  };
}

/** A manifest that cannot be read says nothing about its runner; whoever starts it will hear so from npm. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The program as a word of its own, with or without its folder: not `jest-html` nor `vitest-report`. */
function starts(script: unknown, program: string): boolean {
  const word = new RegExp(`(?:^|[\\s;&|/])${program}(?:\\.m?js)?(?=$|[\\s;&|])`);
  return typeof script === 'string' && word.test(script);
}

function depth(folder: string): number {
  return folder === '.' ? 0 : folder.split('/').length;
}
