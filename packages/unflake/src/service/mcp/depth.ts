/** Refuses messages that are nested too deeply before the SDK or a tool walks them: a request is answered, anything else is dropped. */
import type { Transport } from '@modelcontextprotocol/server';
import { isTooDeep, tooDeep } from '../nesting.ts';

const INVALID_REQUEST = -32600;

type Listener = NonNullable<Transport['onmessage']>;

/** Call before the receiver of the messages registers itself. */
export function refuseDeep(transport: Transport, log: (text: string) => void): void {
  let taker: Listener | undefined;
  const guarded: Listener = (message, extra) => {
    if (!isTooDeep(message)) return taker?.(message, extra);
    const { message: why, code, details } = tooDeep('the message');
    log(`mcp: ${why}`);
    if (!('method' in message && 'id' in message)) return;
    const error = { code: INVALID_REQUEST, message: why, data: { code, ...details } };
    transport
      .send({ jsonrpc: '2.0', id: message.id, error })
      .catch((failed: unknown) => log(`mcp: a refusal was not sent: ${String(failed)}`));
  };
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => (taker === undefined ? undefined : guarded),
    set(listener: Listener | undefined) {
      taker = listener;
    },
  });
}
