/** An envelope as an HTTP response: the status comes from the table of faults, the body is the envelope. */
import type { Envelope, Meta } from '../../contract/envelope.ts';
import { FAULTS, isFault, UnflakeError } from '../../contract/faults.ts';
import { faultEnvelope } from '../../tools/envelope.ts';

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

export function answer(envelope: Envelope, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(envelope), { status: statusOf(envelope), headers: { ...JSON_HEADERS, ...more } });
}

/** What could not be done. A bug shows nothing of its inside; `logBug` gets it whole. */
export function refuse(error: unknown, meta: Meta, logBug: (bug: unknown) => void): Response {
  if (!isFault(error)) {
    logBug(error);
    return answer(
      faultEnvelope(
        new UnflakeError('INTERNAL', 'this is a bug in unflake; the log of the service has its stack'),
        meta,
      ),
    );
  }
  return answer(faultEnvelope(error, meta), EXTRA[error.code]?.(error));
}

const CLOSING = () => ({ connection: 'close' });

/** Headers that a status asks for. What was not read to its end cannot be followed by another request. */
const EXTRA: Readonly<Record<string, (fault: UnflakeError) => Readonly<Record<string, string>>>> = {
  UNAUTHORIZED: () => ({ 'www-authenticate': 'Bearer' }),
  METHOD_NOT_ALLOWED: ({ details }) => ({ allow: (details.allowed as readonly string[]).join(', ') }),
  BODY_TOO_LARGE: CLOSING,
  BODY_TOO_SLOW: CLOSING,
};
