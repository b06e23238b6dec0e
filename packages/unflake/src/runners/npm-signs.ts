/** Signs of a runner that is an npm package: its configuration, its key in package.json, scripts and dependencies. */
import type { Detection, Project } from '../contract/runner.ts';
import { leavesTestsToPackages } from './leaves-tests-to-packages.ts';
import { folderOf, type Manifest, nearestManifests } from './manifests.ts';
import { startsProgram } from './starts-program.ts';

export interface NpmSigns {
  readonly package: string;
  /** A pattern for how a script starts it, if that is not the name of the package. */
  readonly starts?: string;
  /** True for a configuration file of this runner; also checks the text if the name is ambiguous. */
  readonly isConfig: (name: string, text: () => string) => boolean;
  /** A key of package.json that configures it. */
  readonly manifestKey?: string;
  /** In a configuration: one run with it is the run of all packages. */
  readonly allPackages?: RegExp;
}

const STRENGTHS = ['configured', 'likely', 'possible'] as const;
const DEEPEST = 1000;

/** Packages in such folders are examples or test data. */
const ASIDE =
  /(?:^|\/)(?:examples?|fixtures?|__fixtures__|templates?|playgrounds?|benchmarks?|docs|website|e2e|tests?)(?:\/|$)/;

/**
 * The folder with the strongest signs; if equal, the nearest to the root, then the first by name; and the packages beside it. The root's
 * configuration is passed over if it is only what the packages share.
 */
export function detectNpm(project: Project, signs: NpmSigns): Detection | null {
  const manifests = new Map(nearestManifests(project).map((manifest) => [manifest.folder, manifest]));
  const configs = project.files.filter((file) => signs.isConfig(baseName(file), () => project.text(file) ?? ''));
  const folders = [...new Set([...manifests.keys(), ...configs.map(folderOf)])];
  const found = folders.flatMap((folder) => {
    const files = configs.filter((file) => folderOf(file) === folder).map(baseName);
    return detected(folder, files, ofManifest(manifests.get(folder)?.json ?? {}, signs)) ?? [];
  });
  const packages = found.filter(
    ({ folder, strength }) => folder !== '.' && strength !== 'possible' && !isAside(folder),
  );
  const ofRoot = configs.filter((file) => folderOf(file) === '.').map((file) => `${file} ${project.text(file) ?? ''}`);
  const isShared = packages.length > 0 && leavesTestsToPackages(manifests.get('.')?.json ?? {}, ofRoot, signs);
  return withPackagesBeside(isShared ? found.filter(({ folder }) => folder !== '.') : found);
}

/**
 * The first by rank, and the packages that are not inside it. A package that only starts the runner in a script is as good as one with a
 * configuration; a dependency alone counts where no package has more.
 */
export function withPackagesBeside(found: readonly Detection[]): Detection | null {
  const rank = ({ strength, folder }: Detection) =>
    (STRENGTHS.indexOf(strength) * 2 + Number(isAside(folder))) * DEEPEST + depth(folder);
  const [first, ...others] = found.toSorted((a, b) => rank(a) - rank(b) || (a.folder < b.folder ? -1 : 1));
  if (first === undefined || first.folder === '.') return first ?? null;
  const alsoIn: Detection[] = [];
  for (const other of others) {
    const isInside = [first, ...alsoIn].some(({ folder }) => other.folder.startsWith(`${folder}/`));
    const isStarted = first.strength === 'possible' || other.strength !== 'possible';
    if (other.folder !== '.' && isStarted && !isInside && !isAside(other.folder))
      alsoIn.push({ ...other, strength: first.strength });
  }
  return alsoIn.length === 0 ? first : { ...first, alsoIn };
}

const isAside = (folder: string): boolean => ASIDE.test(folder);

interface ManifestSigns {
  readonly key: readonly string[];
  readonly scripts: readonly string[];
  readonly depends: readonly string[];
}

function detected(
  folder: string,
  files: readonly string[],
  { key, scripts, depends }: ManifestSigns,
): Detection | null {
  const because = [...files, ...key, ...scripts, ...depends];
  if (because.length === 0) return null;
  const configured = files.length > 0 || key.length > 0;
  return { folder, because, strength: configured ? 'configured' : scripts.length > 0 ? 'likely' : 'possible' };
}

function ofManifest(json: Manifest['json'], signs: NpmSigns): ManifestSigns {
  const { package: name, manifestKey: key, starts: program = name } = signs;
  const scripts = Object.entries(json.scripts ?? {}).filter(([, script]) => startsProgram(script, program));
  const depends = name in { ...json.dependencies, ...json.devDependencies };
  return {
    key: key !== undefined && key in json ? [`"${key}" in package.json`] : [],
    scripts: scripts.map(([title, script]) => `script "${title}": ${script}`),
    depends: depends ? [`"${name}" in the dependencies of package.json`] : [],
  };
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function depth(folder: string): number {
  return folder === '.' ? 0 : folder.split('/').length;
}
