/** One line of the log for one answer. It names the path alone: queries, headers and bodies may hold what is nobody's business. */
import type { Meta } from '../../contract/envelope.ts';

export function logLine(method: string, path: string, status: number, { ts, requestId, durationMs }: Meta): string {
  return `${ts} ${requestId} ${method} ${printable(path)} ${status} ${durationMs} ms`;
}

/** A path cannot start a line of its own. */
function printable(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, '?').slice(0, 200);
}
