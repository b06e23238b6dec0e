/**
 * True if the root of a repository of several packages has a configuration of the runner, but its scripts let each package test itself: by
 * Lerna, Turborepo, Nx or the workspaces of npm, pnpm and Yarn.
 */
import type { Manifest } from './manifests.ts';
import { startsProgram } from './starts-program.ts';

interface Runner {
  readonly package: string;
  readonly starts?: string;
  readonly manifestKey?: string;
  readonly allPackages?: RegExp;
}

/** Of the tools that run a script of each package. */
const DELEGATES =
  /\b(?:lerna|turbo|nx)\b|\bnpm\b.*\s(?:-ws?|--workspaces?)\b|\bpnpm\b.*\s(?:-r|--recursive|--filter|-F)\b|\byarn\b.*\bworkspaces?\b/;

/** Scripts may name each other in a circle. */
const MAX_FOLLOWED = 5;

/** `configs`: name and text of the configuration files of the root. */
export function leavesTestsToPackages(
  root: Manifest['json'],
  configs: readonly string[],
  { package: name, starts: program = name, manifestKey, allPackages }: Runner,
): boolean {
  const scripts = root.scripts ?? {};
  // What `npm test` runs decides; a root may have tests of its own scripts besides.
  const names = 'test' in scripts ? ['test'] : Object.keys(scripts).filter((title) => title.startsWith('test'));
  const deciding = names.map((title) => followed(scripts, title));
  const inManifest = manifestKey === undefined ? undefined : root[manifestKey];
  const all = [...configs, ...(inManifest === undefined ? [] : [JSON.stringify(inManifest)])];
  return (
    !deciding.some((script) => startsProgram(script, program)) &&
    deciding.some((script) => DELEGATES.test(script) && /\btest/.test(script)) &&
    !all.some((text) => allPackages?.test(text))
  );
}

/** `pnpm run test:ci` is the script of that name. */
function followed(scripts: Readonly<Record<string, unknown>>, title: string, deep = 0): string {
  const script = String(scripts[title]);
  const next = /^(?:npm|pnpm|yarn|bun) (?:run )?([\w:.-]+)$/.exec(script.trim())?.[1];
  return next !== undefined && next in scripts && deep < MAX_FOLLOWED ? followed(scripts, next, deep + 1) : script;
}
