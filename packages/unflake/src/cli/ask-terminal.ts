/** One question to the person at the terminal. The terminal stays as it is, so that Ctrl-C is a signal as ever. */
import { createInterface } from 'node:readline';

/** The line that is typed; empty when the input or the waiting ends first. */
export function askTerminal(question: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const lines = createInterface({ input: process.stdin, terminal: false });
    const close = () => lines.close();
    lines.once('line', (line) => {
      answer = line;
      close();
    });
    lines.once('close', () => {
      signal.removeEventListener('abort', close);
      resolve(answer);
    });
    signal.addEventListener('abort', close, { once: true });
    process.stderr.write(question);
    if (signal.aborted) close();
  });
}
