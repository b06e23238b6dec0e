/** Recorded cases as resources: the result of `case`, as JSON, under `unflake://case/<id>`. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Envelope } from '../../contract/envelope.ts';
import type { CaseResult } from '../../tools/lib/status-results.ts';
import type { CasesResult } from '../../tools/lib/tool-results.ts';
import type { Calls } from '../calls.ts';

const SCHEME = 'unflake://case/';
const MIME = 'application/json';
/** Older ones are found with the tool `cases`. */
const MAX_LISTED = 100;

export const CASE_TEMPLATE = {
  uriTemplate: `${SCHEME}{caseId}`,
  name: 'case',
  title: 'A recorded case',
  description: 'Its state, its diagnosis with the evidence, and each of its trials; `latest` is the newest',
  mimeType: MIME,
} as const;

export async function listCases(calls: Calls, signal: AbortSignal) {
  const { cases } = answerOf<CasesResult>(await call(calls, 'cases', {}, signal));
  return cases.slice(0, MAX_LISTED).map(({ caseId, test, verdict, openedAt }) => ({
    uri: `${SCHEME}${caseId}`,
    name: caseId,
    title: `${caseId}: ${test}`,
    description: `${verdict ?? 'open'}, opened ${openedAt}`,
    mimeType: MIME,
  }));
}

export async function readCase(calls: Calls, uri: string, signal: AbortSignal) {
  if (!uri.startsWith(SCHEME)) throw refused('UNKNOWN_RESOURCE', `there is no resource ${uri}`, { uri });
  const name = uri.slice(SCHEME.length);
  const found = answerOf<CaseResult>(await call(calls, 'case', { case: name }, signal), { uri });
  return [{ uri, mimeType: MIME, text: JSON.stringify(found, null, 2) }];
}

function call(calls: Calls, tool: string, input: object, signal: AbortSignal): Promise<Envelope> {
  return calls.call(tool, input, { signal, emit: () => undefined });
}

function answerOf<Result>(envelope: Envelope, about: object = {}): Result {
  if (envelope.ok) return envelope.result as Result;
  throw refused(envelope.error.code, envelope.error.message, { ...about, envelope });
}

function refused(code: string, message: string, data: object): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { ...data, code });
}
