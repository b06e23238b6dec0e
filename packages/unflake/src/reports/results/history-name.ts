/**
 * The name under which the history knows a test: one for all formats, machines and shards. Two names are the same test if they have the same
 * file and the same words; a name without a file is the same as the only one with its words, in its package if that is known.
 */
import { formatTitlePath, parseTitlePath } from '../../contract/title-path.ts';
import type { ReportedName } from './reported-result.ts';

export interface HistoryName {
  /** As people read and type it. */
  readonly id: string;
  /** Relative to the project; the folder of its package, with `/` at the end, or empty, if no report says more. */
  readonly file: string;
  /** The class and the titles, without what tools put between them. */
  readonly words: string;
}

/** What is known about the project that the reports are of. */
export interface NamePlace {
  /** Folders in which the project stood when its tests ran, with `/` at their ends. */
  readonly roots: readonly string[];
  /** Whether the project has this file now. False for all where the sources are not there. */
  readonly exists: (path: string) => boolean;
  /** The module that go.mod names. */
  readonly goModule: string | null;
  /** Where a relative path of the report may start, with `/` at the ends: the report's own folder, and those around it up to the project, ``. */
  readonly folders: readonly string[];
  /** The package of several that the report is in, with `/` at the end; else empty. */
  readonly inPackage: string;
}

/** Where the runners of GitHub, GitLab, Azure, CircleCI, Jenkins and Buildkite put a checkout. */
const CHECKOUTS =
  /^(?:\/home\/runner\/work\/[^/]+\/[^/]+|\/__w\/[^/]+\/[^/]+|[A-Za-z]:\/a\/[^/]+\/[^/]+|\/builds\/[^/]+\/[^/]+|\/(?:home\/vsts|__w|[A-Za-z]:\/a)\/(?:work\/)?\d+\/s|\/home\/circleci\/[^/]+|\/root\/project|\/var\/(?:lib\/jenkins|jenkins_home)\/workspace\/[^/]+|\/var\/lib\/buildkite-agent\/builds\/[^/]+\/[^/]+\/[^/]+)\//;
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kts?|groovy|scala|cs|cc|cpp|bats|dart|exs?|t|sh)$/;
/** What differs from run to run inside a parameter. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s'"`)\]:,]*/g, '<tmp>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b0x[0-9a-f]{6,}\b/gi, '<address>'],
];

export function historyName(name: ReportedName, place: NamePlace): HistoryName {
  const titles = name.titles.map(stable);
  const given = name.file === null ? '' : projectPath(name.file, place);
  const found = given === '' ? pythonFile(name.scope, place) : { file: given, scope: name.scope };
  const { file, scope } = found.file === '' ? { file: place.inPackage, scope: nestedNames(found.scope, place) } : found;
  const own = scope === '' ? '' : goFolder(scope, place.goModule);
  return { id: idOf(file, own, titles), file, words: wordsOf(own, titles) };
}

/** The name of a test that a runner of unflake lists. */
export function historyNameOfId(id: string): HistoryName {
  const { file: first, titles, occurrence } = parseTitlePath(id);
  const parts = titles.length > 0 ? [first, ...titles] : id.split('::');
  const [head = '', ...rest] = parts;
  const again = occurrence > 1 ? [`#${occurrence}`] : [];
  if (rest.length === 0) return { id, file: '', words: wordsOf('', [head, ...again]) };
  if (!SOURCE.test(head) && !head.endsWith('/'))
    return { id, file: '', words: wordsOf(head, [...rest, ...again].map(stable)) };
  return { id, file: head, words: wordsOf('', [...rest, ...again].map(stable)) };
}

const stable = (title: string): string =>
  VOLATILE.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), title);

/** Titles may contain what tools put between titles, so all of it becomes a space. */
function wordsOf(scope: string, titles: readonly string[]): string {
  return [spacedNames(scope), ...titles]
    .join(' ')
    .replaceAll('::', ' ')
    .replace(/ [>›] /g, ' ')
    .replace(/\(\)$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Of classes in classes. */
const spacedNames = (scope: string): string => (/^[\w.]+(?:\$\w+)+$/.test(scope) ? scope.replaceAll('$', ' ') : scope);

/** Behind the name of a package a class is one title of several. */
const nestedNames = (scope: string, { inPackage }: NamePlace): string =>
  inPackage === '' ? scope : spacedNames(scope);

function idOf(file: string, scope: string, titles: readonly string[]): string {
  const groups = scope === '' ? titles : [scope, ...titles];
  if (file === '') return scope === '' ? groups.join(' > ') : `${scope}::${titles.join(' > ')}`;
  return /\.(?:py|php)$/.test(file)
    ? [file, ...(scope === '' ? [] : scope.split('.')), titles.join(' > ')].join('::')
    : formatTitlePath({ file, titles: groups, occurrence: 1 });
}

function projectPath(written: string, place: NamePlace): string {
  const { roots, exists } = place;
  const path = written.replace(/^file:\/\//, '').replaceAll('\\', '/');
  if (!ABSOLUTE.test(path)) return fromReport(path.replace(/^(?:\.\/)+/, ''), place);
  const root = roots.find((one) => path.startsWith(one));
  const inside = root === undefined ? path.replace(CHECKOUTS, '') : path.slice(root.length);
  if (!ABSOLUTE.test(inside)) return inside;
  // Run in another place: the longest end of the path that the project has.
  const parts = inside.split('/').slice(1);
  for (let at = 0; at < parts.length; at += 1) {
    const end = parts.slice(at).join('/');
    if (exists(end)) return end;
  }
  return inside;
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/;

/** Runners write paths relative to the package in which they run. */
function fromReport(path: string, { exists, folders, inPackage }: NamePlace): string {
  const folder = folders.find((one) => exists(`${one}${path}`));
  if (folder !== undefined) return `${folder}${path}`;
  return path.startsWith(inPackage) ? path : `${inPackage}${path}`;
}

/** `tests.test_cart.TestTotals`: pytest's newer form names a module and a class in one, and no file. */
function pythonFile(scope: string, place: NamePlace): { readonly file: string; readonly scope: string } {
  if (!/^[\w.]+$/.test(scope) || scope === '') return { file: '', scope };
  const parts = scope.split('.');
  for (let count = parts.length; count > 0; count -= 1) {
    const file = fromReport(`${parts.slice(0, count).join('/')}.py`, place);
    if (place.exists(file)) return { file, scope: parts.slice(count).join('.') };
  }
  // Without the sources: a module of tests has `test` at one end of its name, which no class has.
  const module = parts.findLastIndex((part) => /^test_|_test$|^tests?$/.test(part));
  if (module < 0 || parts.slice(module + 1).some((part) => !/^[A-Z]/.test(part))) return { file: '', scope };
  const file = fromReport(`${parts.slice(0, module + 1).join('/')}.py`, place);
  return { file, scope: parts.slice(module + 1).join('.') };
}

function goFolder(scope: string, module: string | null): string {
  if (module === null) return scope;
  if (scope === module) return '.';
  return scope.startsWith(`${module}/`) ? scope.slice(module.length + 1) : scope;
}
