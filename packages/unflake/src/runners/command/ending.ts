/** The outcome of a command that has only its exit status. */
import type { RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';

/** Programs that start others through a shell report a signal as 128 + its number. */
const SHELLS = /(?:^|\/)(?:sh|bash|dash|zsh|ksh|make|npm|yarn|pnpm)$/;
/** SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV and SIGTERM: no test suite exits with these on purpose. */
const SIGNALS = [4, 6, 7, 8, 9, 11, 15];

/** A shell's status for a command that is missing or not executable; never a failing test. */
export function couldNotRun({ code }: RawRun): string | null {
  if (code === 127) return 'exit code 127, command not found';
  return code === 126 ? 'exit code 126, not executable' : null;
}

export function outcomeOfEnding(run: RawRun, words: readonly string[]): Outcome {
  if (run.timedOut) return 'timed-out';
  if (run.signal !== null) return 'crashed';
  if (run.code === 0) return 'passed';
  const throughShell = SHELLS.test(words[0] ?? '');
  return throughShell && SIGNALS.includes((run.code ?? 0) - 128) ? 'crashed' : 'failed';
}
