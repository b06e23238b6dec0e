/** Sends signals to processes that may be gone already, which is not an error. */

/** Whether there was anyone to receive it. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
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
