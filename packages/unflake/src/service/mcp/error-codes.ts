/** Adds a string code as `data.code` to every JSON-RPC error, including those of the SDK. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** For errors that are not faults. */
const CODES: Readonly<Record<number, string>> = {
  [-32700]: 'PARSE_ERROR',
  [-32600]: 'INVALID_REQUEST',
  [-32601]: 'UNKNOWN_METHOD',
  [-32602]: 'INVALID_INPUT',
  [-32603]: 'INTERNAL',
};

export function codeErrors(transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(coded(message), options);
}

export function coded(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const { error } = message;
  const data = typeof error.data === 'object' && error.data !== null ? error.data : {};
  if ('code' in data) return message;
  return { ...message, error: { ...error, data: { ...data, code: CODES[error.code] ?? 'PROTOCOL_ERROR' } } };
}
