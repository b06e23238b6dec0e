/** Events of a call as progress notifications: only for a caller that gave a token, each with a larger number than the one before. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Emit } from '../../contract/events.ts';
import { eventText } from './event-text.ts';

export function progressOf(context: ServerContext, log: (text: string) => void): Emit {
  const { _meta, notify } = context.mcpReq;
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (event) => {
    progress += 1;
    const params = { progressToken, progress, message: eventText(event) };
    // A client that is gone takes its call back; that its progress cannot be told is no more than a line in the log.
    notify({ method: 'notifications/progress', params }).catch((error: unknown) => log(`progress: ${String(error)}`));
  };
}
