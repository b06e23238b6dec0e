/**
 * Processes that start cold write down which code of others the project loads, and a server has loaded what was written when it started. Code
 * that a test loads only while it runs is written down later: each fork of an older server would load it again.
 */
import { statSync } from 'node:fs';
import type { Command } from '../../contract/command.ts';

/** A few more names are not worth another start. */
const MUCH = 1.25;

/** Bytes that are written down by now; null where nothing is learned. */
export function learnedBytes({ env }: Command): number | null {
  const path = env.UNFLAKE_IMPORTS;
  if (typeof path !== 'string') return null;
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether much more is known now than the server knew. `known`: when it started. */
export function hasLearned(command: Command, known: number | null): boolean {
  const now = learnedBytes(command);
  return now !== null && known !== null && now > MUCH * known;
}
