/** An axis of days: every day of a span has a column, also one without data. */
import { el, type Markup } from './element.ts';
import { label } from './figure.ts';

const DAY_MS = 86_400_000;
/** More labels would touch each other. */
const MAX_LABELS = 8;

export interface DaysAxis {
  readonly days: readonly string[];
  readonly column: number;
  /** The middle of a day. */
  readonly at: (day: string) => number;
  readonly drawn: (bottom: number) => readonly Markup[];
}

/** `days`: as YYYY-MM-DD, in the order of time, at least one. */
export function daysAxis(days: readonly string[], left: number, right: number): DaysAxis {
  const all = daysBetween(days[0]!, days.at(-1)!);
  const column = (right - left) / all.length;
  const places = new Map(all.map((day, index) => [day, left + (index + 0.5) * column]));
  const at = (day: string) => places.get(day)!;
  const every = Math.ceil(all.length / MAX_LABELS);
  return {
    days: all,
    column,
    at,
    drawn: (bottom) =>
      // Counted from the newest day, which is the one that people look for.
      all
        .filter((_, index) => (all.length - 1 - index) % every === 0)
        .map((day) => el('g', {}, label(at(day), bottom + 16, day.slice(5), 'tick'))),
  };
}

function daysBetween(first: string, last: string): readonly string[] {
  const from = Date.parse(`${first}T00:00:00Z`);
  const count = Math.round((Date.parse(`${last}T00:00:00Z`) - from) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => new Date(from + index * DAY_MS).toISOString().slice(0, 10));
}
