/** What trials start from beside the subject: each gets a copy of its own, inside its folder. What is copied, and how, the tools know. */
import type { TrialFolder } from './folders/trial-folder.ts';
import type { Laboratory } from './laboratory.ts';

export interface Ground {
  /** Makes a copy in a folder that belongs to one trial, with which it goes; the variables that lead there. */
  readonly copyInto: (folder: string) => Promise<Readonly<Record<string, string>>>;
}

/** The laboratory as one trial sees it: with the variables of its own copy. */
export async function onGround(laboratory: Laboratory, { path }: TrialFolder): Promise<Laboratory> {
  const { ground, extraEnv } = laboratory;
  return ground === null ? laboratory : { ...laboratory, extraEnv: { ...extraEnv, ...(await ground.copyInto(path)) } };
}
