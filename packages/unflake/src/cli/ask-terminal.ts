/** Asks the person at the terminal one question. The terminal mode stays unchanged, so that Ctrl-C is still a signal. */
import { createInterface } from 'node:readline';

/** The typed line; empty if the input or the wait ends first. */
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
