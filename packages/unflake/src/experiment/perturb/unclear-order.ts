/**
 * Rust programs without a library use the keys of hash tables as random numbers. The code that the test reaches shows which of the two
 * matters; if it shows neither, the proof keeps a doubt.
 */
import type { Kind } from '../../contract/cause.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof } from '../../contract/perturb-finding.ts';
import type { StaticSource } from '../../contract/static-source.ts';

export function withUnclearOrder(
  proof: FactorProof,
  knobs: readonly KnobChoice[],
  sources: readonly StaticSource[],
): FactorProof {
  const isRust = ({ knob, reach = [] }: KnobChoice) =>
    knob in proof.failing && reach.some(({ rule }) => rule === 'rust/hash-order');
  if (proof.doubt !== null || !knobs.some(isRust)) return proof;
  const shown = (kind: Kind) => sources.some(({ cause }) => cause.kind === kind);
  if (shown('iteration-order')) return proof;
  if (shown('randomness')) return { ...proof, cause: { family: 'nondeterminism', kind: 'randomness' } };
  const doubt = 'the keys of hash tables decide, as an order or as random numbers: the code does not show which';
  return { ...proof, doubt };
}
