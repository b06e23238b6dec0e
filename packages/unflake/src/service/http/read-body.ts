/** Reads the body of a request within a size and time limit; and as JSON, within a depth limit. */
import type { Clock } from '@unflake/testkit/clock';
import { UnflakeError } from '../../contract/faults.ts';
import { isTooDeep, tooDeep } from '../nesting.ts';

export interface BodyLimits {
  readonly bytes: number;
  readonly ms: number;
}

export const BODY_LIMITS: BodyLimits = { bytes: 1024 * 1024, ms: 10_000 };

export async function readJson(request: Request, clock: Clock, limits: BodyLimits): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) throw notJson(type);
  const text = await readText(request, clock, limits);
  // A tool without required fields can be called with an empty body.
  if (text === '') return {};
  if (type === null) throw notJson('nothing');
  const value = parse(text);
  if (isTooDeep(value)) throw tooDeep('the body');
  return value;
}

/** The raw body, for a protocol that handles invalid JSON itself. */
export async function readProtocolText(request: Request, clock: Clock, limits: BodyLimits): Promise<string> {
  const text = await readText(request, clock, limits);
  if (isTooDeep(parsed(text))) throw tooDeep('the body');
  return text;
}

async function readText(request: Request, clock: Clock, limits: BodyLimits): Promise<string> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > limits.bytes) throw tooLarge(limits);
  // With a Content-Length, the HTTP parser reads no more than that; without one, we count.
  const text = length === null ? counted(request, limits) : request.text();
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => reject(tooSlow(limits)), limits.ms);
    void text.then(resolve, reject).then(() => clock.clearTimeout(timer));
  });
}

async function counted(request: Request, limits: BodyLimits): Promise<string> {
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const piece of request.body as ReadableStream<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > limits.bytes) throw tooLarge(limits);
    pieces.push(decoder.decode(piece, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}

function parse(text: string): unknown {
  const value = parsed(text);
  if (value === undefined) throw invalid('the body is not JSON');
  return value;
}

/** Undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function invalid(message: string): UnflakeError {
  return new UnflakeError('INVALID_INPUT', message, { problems: [{ field: '', value: null, expected: 'JSON' }] });
}

function notJson(type: string): UnflakeError {
  return new UnflakeError('NOT_JSON', `the content type is ${type.slice(0, 100)}; expected application/json`);
}

function tooLarge({ bytes }: BodyLimits): UnflakeError {
  return new UnflakeError('BODY_TOO_LARGE', `the body is larger than ${bytes} bytes`, { max: bytes });
}

function tooSlow({ ms }: BodyLimits): UnflakeError {
  return new UnflakeError('BODY_TOO_SLOW', `the body did not arrive within ${ms} ms`, { timeoutMs: ms });
}
