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
}

/** Of the tools that run a script of each package. */
const DELEGATES =
  /\b(?:lerna|turbo|nx)\b|\bnpm\b.*\s(?:-ws?|--workspaces?)\b|\bpnpm\b.*\s(?:-r|--recursive|--filter|-F)\b|\byarn\b.*\bworkspaces?\b/;
/** One run at the root with such a configuration is the run of all packages. */
const SEVERAL_PROJECTS = /\bprojects\b|\bworkspace\b/;

/** `configs`: name and text of the configuration files of the root. */
export function leavesTestsToPackages(
  root: Manifest['json'],
  configs: readonly string[],
  { package: name, starts: program = name, manifestKey }: Runner,
): boolean {
  const scripts = Object.values(root.scripts ?? {}).filter((script) => typeof script === 'string');
  const inManifest = manifestKey === undefined ? undefined : root[manifestKey];
  const all = [...configs, ...(inManifest === undefined ? [] : [JSON.stringify(inManifest)])];
  return (
    !scripts.some((script) => startsProgram(script, program)) &&
    scripts.some((script) => DELEGATES.test(script) && /\btest/.test(script)) &&
    !all.some((text) => SEVERAL_PROJECTS.test(text))
  );
}
