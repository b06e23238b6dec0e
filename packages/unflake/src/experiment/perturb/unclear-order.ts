/**
 * Rust's keys of hash tables are also what programs without a library take for random numbers. That they decide proves an order only where
 * the code on the test's way shows one; otherwise the doubt is kept with the proof.
 */
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
  if (sources.some(({ cause }) => cause.kind === 'iteration-order')) return proof;
  const doubt = 'the keys of hash tables decide, as an order or as random numbers: the code does not show which';
  return { ...proof, doubt };
}
