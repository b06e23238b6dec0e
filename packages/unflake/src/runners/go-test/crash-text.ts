/** Parses what Go prints when a program dies: the panic or fatal error, and the stack of its goroutine. */
import type { Failure } from '../../reports/fingerprint.ts';

const HEAD = /^(panic|fatal error|SIGSEGV|unexpected fault address)(?::\s*|\b)(.*)$/m;
const RUNTIME = /^(?:runtime|testing|internal\/|reflect|panic|created by (?:runtime|testing))/;

/** Null if nothing was printed, as by os.Exit or SIGKILL. */
export function crashText(output: string): Failure | null {
  const head = HEAD.exec(output);
  if (head === null) return null;
  const message = head[2]!.replace(/ \[recovered.*\]$/, '');
  return { type: head[1]!, message, stack: stackOf(output.slice(head.index)) };
}

/** Only the first goroutine's stack: the others did not cause the crash. */
function stackOf(text: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^goroutine \d+ .*\[.*\]:$/.test(line));
  if (start < 0) return '';
  const calls: string[] = [];
  for (let at = start + 1; at + 1 < lines.length && lines[at] !== ''; at += 2) {
    const name = lines[at]!.replace(/\([^()]*\)$/, '').replace(/ in goroutine \d+$/, '');
    const place = /^\s+(.+):(\d+)(?: \+0x[0-9a-f]+)?$/.exec(lines[at + 1]!);
    if (place && !RUNTIME.test(name) && !/unflakeWatched/.test(name))
      calls.push(`    at ${name} (${place[1]}:${place[2]})`);
  }
  return calls.join('\n');
}
