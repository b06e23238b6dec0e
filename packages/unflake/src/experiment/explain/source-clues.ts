/**
 * What the code says, as clues. They order the hypotheses and are shown beside them; verdict, status and confidence are decided without
 * them, because a source that is there need not be the one that bites.
 */
import type { StaticSource } from '../../contract/static-source.ts';
import { row } from './likelihoods.ts';
import type { Clue } from './posterior.ts';
import { type CauseCandidate, SUSPECT_NAMES, suspectOf } from './suspects.ts';

/** How much likelier the code can make a suspect, at most tenfold. A note is a place to know about: most wall-clock reads never bite. */
const TIMES_AS_LIKELY = { error: 10, warning: 10, note: 3 } as const;
const SEVERITY_ORDER = ['error', 'warning', 'note'] as const;

/** One clue a suspect, however many places speak for it. */
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

/** Two things of one name collide where tests run beside each other. */
export function suspectedBy({ cause }: Pick<StaticSource, 'cause'>): CauseCandidate {
  return cause.kind === 'collision' ? 'collision' : suspectOf(cause);
}
