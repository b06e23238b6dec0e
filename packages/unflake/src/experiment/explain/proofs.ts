/**
 * Which cause the experiments proved: turning its factor causes the failure, removing it removes the failure, and fresh runs confirmed the
 * difference. Everything else stays a hypothesis, however likely.
 */
import type { Capabilities } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { sum } from '../diagnose/findings-so-far.ts';
import { isClearlyMore } from '../statistics/clearly-more.ts';
import { NO_TALLY } from '../tally.ts';
import { sharesProcess } from './clues.ts';
import { isCollisionProved } from './collision-proof.ts';
import { type CauseCandidate, suspectOf } from './suspects.ts';

export function proved(findings: FindingsSoFar, target: TestId, can: Capabilities): CauseCandidate | null {
  const found = orderProof(findings, target, can) ?? twiceProof(findings) ?? knobProof(findings);
  return found ?? (isCollisionProved(findings) ? 'collision' : null);
}

function orderProof(
  { order, searched, residue }: FindingsSoFar,
  target: TestId,
  can: Capabilities,
): CauseCandidate | null {
  if (residue !== null) return searched === 'brittle' ? 'brittle' : 'residue';
  const [set] = order?.sets ?? [];
  // The search itself asks for a Bayes factor of 20 and two events on fresh runs before it names a culprit.
  if (order?.kind !== 'culprits' || !set) return null;
  if (searched === 'brittle') return 'brittle';
  return sharesProcess(set, target, can) ? 'victim' : 'residue';
}

function twiceProof({ provoke, isolate, confirm }: FindingsSoFar): CauseCandidate | null {
  const twice = provoke?.twice ?? isolate?.twice ?? null;
  if (twice === null) return null;
  const once = sum(twice.first, isolate?.alone ?? confirm?.arms.alone ?? NO_TALLY);
  return once.failures === 0 && isClearlyMore(twice.second, once) ? 'selfPolluter' : null;
}

/** The proof required fresh trials, pin and control; a remaining doubt invalidates it. */
function knobProof({ perturb }: FindingsSoFar): CauseCandidate | null {
  const proof = perturb?.proof;
  return proof && proof.doubt === null ? suspectOf(proof.cause) : null;
}
