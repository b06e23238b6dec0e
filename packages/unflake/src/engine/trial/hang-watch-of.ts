/** Detects that a trial hangs, from what its adapter reads in the stream so far. */
import type { Command } from '../../contract/command.ts';
import type { Report } from '../../contract/runner.ts';
import type { Trial } from '../../contract/trial.ts';
import type { HangWatch } from '../process/hang-watch.ts';

/** `parse`: what the adapter makes of files when the run was cut at this moment. */
export function hangWatchOf(
  { hang, mode }: Trial,
  { reads }: Command,
  parse: (files: Readonly<Record<string, string>>) => Report,
): HangWatch | undefined {
  if (hang === undefined || mode === 'plain' || reads.length === 0) return undefined;
  const { target, targetMs, othersMs } = hang;
  return {
    files: reads,
    shortestMs: Math.min(targetMs, othersMs),
    silenceMs(files) {
      // A test that has no end by itself is timed out in a run that is cut, and has no time of its own.
      const open = parse(files).observations.filter(({ outcome, ms }) => outcome === 'timed-out' && ms === null);
      if (open.length === 0) return null;
      return Math.max(...open.map(({ test }) => (test === target ? targetMs : othersMs)));
    },
  };
}
