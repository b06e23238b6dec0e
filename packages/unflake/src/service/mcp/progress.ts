/** Events of a call as progress notifications: only for a caller that sent a token, with increasing numbers. */
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
    // A client that disconnects cancels its call; a failed progress notification is only logged.
    notify({ method: 'notifications/progress', params }).catch((error: unknown) => log(`progress: ${String(error)}`));
  };
}
