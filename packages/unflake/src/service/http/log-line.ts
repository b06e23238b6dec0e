/** One log line per response. It contains only the path: queries, headers and bodies may contain secrets. */
import type { Meta } from '../../contract/envelope.ts';

export function logLine(method: string, path: string, status: number, { ts, requestId, durationMs }: Meta): string {
  return `${ts} ${requestId} ${method} ${printable(path)} ${status} ${durationMs} ms`;
}

/** A path cannot start a new line. */
function printable(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, '?').slice(0, 200);
}
