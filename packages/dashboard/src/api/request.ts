/** One request to the service: the token goes into a header, the answer is an envelope, and a fault is thrown. */
import type { Envelope } from '../../../unflake/src/contract/envelope.ts';
import { readToken } from './token.ts';

export class Fault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The service does not answer: it was stopped, or the network is down. */
export const UNREACHABLE = 'UNREACHABLE';

export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = readToken();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(path, { ...init, headers, credentials: 'omit', cache: 'no-store' });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new Fault(UNREACHABLE, 'the service does not answer');
  }
}

export async function sendForResult<Result>(path: string, init: RequestInit = {}): Promise<Result> {
  return resultOf<Result>(await readEnvelope(await send(path, init)));
}

export async function readEnvelope(response: Response): Promise<Envelope> {
  try {
    return (await response.json()) as Envelope;
  } catch (error) {
    throw new Fault(
      UNREACHABLE,
      `the answer is not from unflake (${error instanceof Error ? error.message : 'unknown'})`,
    );
  }
}

export function resultOf<Result>(envelope: Envelope): Result {
  if (!envelope.ok) throw new Fault(envelope.error.code, envelope.error.message);
  return envelope.result as Result;
}

export const jsonBody = (input: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(input),
  headers: { 'content-type': 'application/json' },
});
