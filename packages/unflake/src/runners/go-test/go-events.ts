/** The lines that our probe in a Go package writes. Foreign or incomplete lines are left to the reader of the stream. */
import type { Outcome } from '../../contract/outcome.ts';
import type { Failure } from '../../reports/fingerprint.ts';

export type GoEvent =
  | { readonly ev: 'collected'; readonly package: string; readonly ids: readonly string[] }
  | { readonly ev: 'start'; readonly id: string; readonly run: number }
  | {
      readonly ev: 'end';
      readonly id: string;
      readonly run: number;
      readonly outcome: Outcome;
      readonly ms: number | null;
      readonly error?: Failure;
    }
  /** Every test has started; those that called t.Parallel continue from here. */
  | { readonly ev: 'serial-end'; readonly package: string }
  | { readonly ev: 'problem'; readonly text: string }
  | { readonly ev: 'done'; readonly package: string };

export interface GoEvents {
  readonly events: readonly GoEvent[];
  readonly rest: string;
}

export function goEvents(text: string): GoEvents {
  const events: GoEvent[] = [];
  const rest: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      // Our own probe writes these lines, so whatever parses has this shape.
      events.push(JSON.parse(line) as GoEvent);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      rest.push(line);
    }
  }
  return { events, rest: rest.join('\n') };
}
