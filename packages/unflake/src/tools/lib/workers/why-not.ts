/** Why a checkout or a machine cannot run the trials of a case, in words; null where it can. */
import type { Wanted } from '../../../queue/work.ts';
import type { Code } from './code-here.ts';

export function whyNotCode(wanted: Wanted, here: Code): string | null {
  if (wanted.commit !== here.commit) return otherCommit(wanted, here);
  if (wanted.inside !== here.inside)
    return `the project is in ${folder(wanted.inside)} of the repository, the worker serves ${folder(here.inside)}`;
  if (wanted.changes === here.changes) return null;
  if (wanted.commit === null) return 'the files of the project differ, and it is not under version control';
  if (wanted.changes === null) return 'the checkout of the worker has changes that are not committed';
  return here.changes === null
    ? 'the work needs changes that are not committed'
    : 'the checkout of the worker has other changes that are not committed';
}

function otherCommit(wanted: Wanted, here: Code): string {
  const isOther = wanted.repository !== null && here.repository !== null && wanted.repository !== here.repository;
  if (isOther) return 'it belongs to another repository';
  const short = (commit: string | null) => commit?.slice(0, 10) ?? 'a folder without version control';
  return `it needs commit ${short(wanted.commit)}, the worker serves ${short(here.commit)}`;
}

const folder = (inside: string): string => (inside === '' ? 'the top folder' : inside);

export const whyNotPlatform = (wanted: Wanted, platform: string): string | null =>
  wanted.platform === platform ? null : `it needs ${wanted.platform}, the worker is ${platform}`;

export function whyNotToolchain(wanted: Wanted, here: Pick<Wanted, 'runner' | 'toolchain'>): string | null {
  if (wanted.runner !== here.runner) return `it needs the runner ${wanted.runner}, the worker finds ${here.runner}`;
  return wanted.toolchain === here.toolchain ? null : `it needs ${wanted.toolchain}, the worker has ${here.toolchain}`;
}
