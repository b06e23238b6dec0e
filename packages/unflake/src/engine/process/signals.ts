/** Sends signals to processes that may be gone already, which is not an error. */
import { constants } from 'node:os';

/** True if a process received it. Signal 0 only checks. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  return signalProcess(-leader, signal);
}

/** null for those of real time, which have no names. */
export function numberedSignal(number: number): NodeJS.Signals | null {
  const named = Object.entries(constants.signals).find(([, value]) => value === number);
  return (named?.[0] as NodeJS.Signals | undefined) ?? null;
}
