/** Parses the lines that our probes write, one JSON object each, into typed events. stream.ts interprets them. */
import { type DetectorReport, isDetector } from '../contract/detector-report.ts';
import { OUTCOMES, type Outcome } from '../contract/outcome.ts';
import { testId } from '../contract/test-id.ts';
import type { Failure } from './fingerprint.ts';

export type StreamEvent =
  | { readonly ev: 'collected'; readonly ids: readonly string[] }
  | { readonly ev: 'start'; readonly id: string; readonly run: number }
  | {
      readonly ev: 'phase';
      readonly id: string;
      readonly run: number;
      readonly when: 'setup' | 'call' | 'teardown';
      readonly ms: number;
    }
  | {
      readonly ev: 'end';
      readonly id: string;
      readonly run: number;
      readonly outcome: Outcome;
      readonly ms: number | null;
      readonly error?: Failure;
    }
  | { readonly ev: 'problem'; readonly text: string }
  | { readonly ev: 'retried'; readonly text: string }
  | { readonly ev: 'detected'; readonly report: DetectorReport }
  | { readonly ev: 'done' };

export interface StreamText {
  readonly events: readonly StreamEvent[];
  /** Lines that could not be parsed. */
  readonly problems: readonly string[];
}

const SHOWN_CHARACTERS = 120;

export function streamEvents(text: string): StreamText {
  const events: StreamEvent[] = [];
  const problems: string[] = [];
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (line === '') return;
    const event = eventOf(line);
    if (event) events.push(event);
    else if (index === lines.length - 1) problems.push(`the last line of the stream is incomplete: ${shown(line)}`);
    else problems.push(`line ${index + 1} of the stream is unreadable: ${shown(line)}`);
  });
  return { events, problems };
}

function eventOf(line: string): StreamEvent | undefined {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const { ev, id, text, when, ids, outcome } = fields;
  const run = typeof fields.run === 'number' ? fields.run : 0;
  const ms = typeof fields.ms === 'number' ? fields.ms : null;
  if (ev === 'done') return { ev };
  if (ev === 'collected' && Array.isArray(ids)) return { ev, ids: ids.map(String) };
  if ((ev === 'problem' || ev === 'retried') && typeof text === 'string') return { ev, text };
  if (ev === 'detected') return detectedOf(fields);
  if (typeof id !== 'string') return undefined;
  if (ev === 'start') return { ev, id, run };
  if (ev === 'phase' && (when === 'setup' || when === 'call' || when === 'teardown')) {
    return { ev, id, run, when, ms: ms ?? 0 };
  }
  const known = OUTCOMES.find((name) => name === outcome);
  if (ev !== 'end' || known === undefined) return undefined;
  const error = failureOf(fields.error);
  return { ev, id, run, outcome: known, ms, ...(error && { error }) };
}

function detectedOf({ detector, says, where, test }: Record<string, unknown>): StreamEvent | undefined {
  if (typeof detector !== 'string' || !isDetector(detector) || typeof says !== 'string') return undefined;
  const report = {
    detector,
    says: says.replace(/\s+/g, ' ').trim(),
    where: typeof where === 'string' ? where : null,
    test: typeof test === 'string' ? testId(test) : null,
  };
  return { ev: 'detected', report };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function failureOf(value: unknown): Failure | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, message, stack } = value as Record<string, unknown>;
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof message === 'string' && { message }),
    ...(typeof stack === 'string' && { stack }),
  };
}

function shown(line: string): string {
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}
