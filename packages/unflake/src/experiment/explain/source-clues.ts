/**
 * Turns findings in the code into clues. They order the hypotheses and are shown with them; verdict, status and confidence do not use them,
 * because a source in the code need not be the cause.
 */
import type { StaticSource } from '../../contract/static-source.ts';
import { row } from './likelihoods.ts';
import type { Clue } from './posterior.ts';
import { type CauseCandidate, SUSPECT_NAMES, suspectOf } from './suspects.ts';

/** Factor by which code can raise the odds of a cause, at most tenfold. A note is information only: most wall-clock reads never matter. */
const TIMES_AS_LIKELY = { error: 10, warning: 10, note: 3 } as const;
const SEVERITY_ORDER = ['error', 'warning', 'note'] as const;

/** One clue per cause, however many locations support it. */
export function sourceClues(sources: readonly StaticSource[]): readonly Clue[] {
  return SUSPECT_NAMES.flatMap((suspect) => {
    const own = sources.filter((source) => suspectedBy(source) === suspect);
    const first = gravest(own);
    if (first === undefined) return [];
    const { message, file, line, severity } = first;
    const more = own.length > 1 ? `, and ${own.length - 1} more like it` : '';
    const says = `the code that it runs ${message} (${file}:${line}${more})`;
    return [{ says, likelihood: row(1, { [suspect]: TIMES_AS_LIKELY[severity] }), trials: [], touches: [] }];
  });
}

export function gravest(sources: readonly StaticSource[]): StaticSource | undefined {
  return sources.toSorted((a, b) => SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity))[0];
}

/** Two things with one name collide in parallel tests. */
export function suspectedBy({ cause }: Pick<StaticSource, 'cause'>): CauseCandidate {
  return cause.kind === 'collision' ? 'collision' : suspectOf(cause);
}
