/** Message and location of a Rust panic, or of a program that died. */
import type { Failure } from '../../reports/fingerprint.ts';

const PANIC = /^thread '.*?'(?: \(\d+\))? panicked at (.*?):(\d+):(\d+):\n/m;
/** Up to Rust 1.73 the message came before the location. */
const OLD_PANIC = /^thread '.*?' panicked at '([\s\S]*?)', (.*?):(\d+):(\d+)$/m;
const NOTE = /^note: (?:run with|Some details|in Rust)[\s\S]*$|^stack backtrace:[\s\S]*$/m;
const DEATH = /^(?:fatal runtime error: .*|thread '.*' has overflowed its stack|.*\(signal: \d+, SIG[A-Z]+.*\))$/m;

export function panicText(output: string): Failure {
  const panic = PANIC.exec(output);
  if (panic) {
    const message = output
      .slice(panic.index + panic[0].length)
      .replace(NOTE, '')
      .trim();
    return { type: 'panic', message, stack: `    at ${panic[1]}:${panic[2]}:${panic[3]}` };
  }
  const old = OLD_PANIC.exec(output);
  if (old) return { type: 'panic', message: old[1]!, stack: `    at ${old[2]}:${old[3]}:${old[4]}` };
  return { message: output.replace(NOTE, '').trim() || 'the test failed without a message' };
}

/** Null when the program ended without output, as by process::exit. */
export function crashText(stderr: string): Failure | null {
  const [words] = DEATH.exec(stderr) ?? [];
  if (words === undefined) return null;
  // cargo prints the program's path, which is in our folder.
  const message = words.replace(/^.*\((signal: .*)\)$/, '$1').replace(/^thread '.*' has/, 'a thread has');
  return { ...panicText(stderr), type: 'crashed', message };
}
