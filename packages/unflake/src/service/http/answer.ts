/** An envelope as an HTTP response: the status comes from the table of faults, the body is the envelope. */
import type { Envelope, Meta } from '../../contract/envelope.ts';
import { FAULTS, isFault, UnflakeError } from '../../contract/faults.ts';
import { faultEnvelope } from '../../tools/lib/envelope.ts';

export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

export function statusOf(envelope: Envelope): number {
  if (envelope.ok) return 200;
  const { code } = envelope.error;
  return Object.hasOwn(FAULTS, code) ? FAULTS[code as keyof typeof FAULTS].http : 500;
}

export function envelopeResponse(envelope: Envelope): Response {
  const more = envelope.ok ? undefined : EXTRA[envelope.error.code]?.(envelope.error.details);
  const headers = more === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...more };
  return new Response(JSON.stringify(envelope), { status: statusOf(envelope), headers });
}

/** The fault response. A bug reveals nothing; `logBug` gets all of it. */
export function refuse(error: unknown, meta: Meta, logBug: (bug: unknown) => void): Response {
  if (isFault(error)) return envelopeResponse(faultEnvelope(error, meta));
  logBug(error);
  const message = `an unexpected error; the log of the service has it under ${meta.requestId}`;
  return envelopeResponse(faultEnvelope(new UnflakeError('INTERNAL', message), meta));
}

type Details = Readonly<Record<string, unknown>>;

const closing = () => ({ connection: 'close' });

/** Headers that a fault needs. A connection with an unread body cannot be reused. */
const EXTRA: Readonly<Record<string, (details: Details) => Readonly<Record<string, string>>>> = {
  QUEUE_OVERLOADED: () => ({ 'retry-after': '1' }),
  UNAUTHORIZED: () => ({ 'www-authenticate': 'Bearer' }),
  METHOD_NOT_ALLOWED: ({ allowed }) => ({ allow: (allowed as readonly string[]).join(', ') }),
  BODY_TOO_LARGE: closing,
  BODY_TOO_SLOW: closing,
};
