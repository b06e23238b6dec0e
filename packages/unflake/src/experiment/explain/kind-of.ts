/** The kind of a cause: as a knob proved it, else as a detector or the code names it, else the usual one. */
import type { Kind } from '../../contract/cause.ts';
import type { StaticSource } from '../../contract/static-source.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { causeDetected } from './detector-clues.ts';
import { gravest, suspectedBy } from './source-clues.ts';
import { type CauseCandidate, SUSPECTS, suspectOf } from './suspects.ts';

/** Causes of several kinds that one experiment cannot separate, but the code can. */
const KINDS_BY_SOURCE: readonly CauseCandidate[] = ['slow', 'leak', 'outside'];

export function causeKindOf(
  name: CauseCandidate,
  target: TestId,
  { time, perturb, detect }: FindingsSoFar,
  sources: readonly StaticSource[] = [],
): Kind {
  const cause = perturb?.proof?.cause;
  if (cause && suspectOf(cause) === name) return cause.kind;
  const detected = causeDetected(name, target, detect);
  if (detected) return detected.kind;
  if (name === 'slow' && time?.timeoutLike) return 'tight-timeout';
  const own = KINDS_BY_SOURCE.includes(name) ? sources.filter((source) => suspectedBy(source) === name) : [];
  return gravest(own)?.cause.kind ?? SUSPECTS[name].kind;
}
