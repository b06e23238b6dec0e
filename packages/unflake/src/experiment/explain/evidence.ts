/** The claims of a diagnosis, each as two counts and the trials that carry them. */
import type { Evidence } from '../../contract/evidence.ts';
import type { Tally } from '../../contract/findings.ts';
import type { FactorProof } from '../../contract/perturb-finding.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { conditionsText, factorsText } from '../diagnose/perturb-sentences.ts';
import { mergeTallies, NO_TALLY } from '../tally.ts';

export function evidence(findings: FindingsSoFar): readonly Evidence[] {
  const { confirm, isolate, residue, order, searched, provoke, time, perturb, amplify, reproduce } = findings;
  const found: Evidence[] = [];
  const claim = (text: string, more: Tally, less: Tally) => {
    if (more.runs + less.runs > 0)
      found.push({ claim: text, with: count(more), without: count(less), trials: [...more.trials, ...less.trials] });
  };
  if (isolate) claim('in the suite, against alone', isolate.suite, isolate.alone);
  else if (confirm?.arms.suite && confirm.arms.alone)
    claim('in the suite, against alone', confirm.arms.suite, confirm.arms.alone);
  if (residue) {
    const [more, less] = residue.event === 'failure' ? [residue.there, residue.aside] : [residue.aside, residue.there];
    const [now, then] = residue.event === 'failure' ? ['there', 'moved away'] : ['moved away', 'there'];
    claim(`with ${residue.paths.join(', ')} ${now}, against ${then}`, more, less);
  }
  order?.sets.forEach((set, index) => {
    const proof = order.confirmed[index];
    if (!proof) return;
    const names = set.join(' + ');
    if (searched === 'brittle')
      claim(`alone, against after ${names}`, passesAsFailures(proof.without), passesAsFailures(proof.with));
    // Runs alone from isolation count together with the fresh ones.
    else claim(`after ${names}, against alone`, proof.with, mergeTallies(isolate?.alone ?? NO_TALLY, proof.without));
  });
  const twice = provoke?.twice ?? isolate?.twice;
  if (twice) claim('the second time in one process, against the first', twice.second, twice.first);
  if (provoke?.reversed)
    claim('in the reversed suite, against alone', provoke.reversed, confirm?.arms.alone ?? NO_TALLY);
  if (time?.parallel && time.serial) claim('in parallel, against serially', time.parallel, time.serial);
  const [full, ...slowed] = time?.doses ?? [];
  for (const dose of slowed) claim(`at ${dose.share} of a CPU, against full speed`, dose.tally, full!.tally);
  for (const { name, tally } of amplify?.ways ?? [])
    if (tally.failures > 0) claim(`${name}, against unchanged`, tally, plain(findings));
  if (perturb?.proof) proofClaims(perturb.proof, plain(findings), claim);
  if (reproduce)
    claim(
      'by the printed command that fails, against the one that passes',
      reproduce.fails,
      reproduce.passes ?? NO_TALLY,
    );
  return found;
}

const count = ({ failures, runs }: Tally) => ({ failures, runs });

/** The setter search counts passes as events; people want failures. */
const passesAsFailures = (tally: Tally): Tally => ({ ...tally, failures: tally.runs - tally.failures });

type Claim = (text: string, more: Tally, less: Tally) => void;

function proofClaims(proof: FactorProof, byItself: Tally, claim: Claim): void {
  const name = factorsText(proof);
  const [knob] = Object.keys(proof.failing);
  const without = proof.kind === 'seed' ? proof.without : mergeTallies(byItself, proof.without);
  claim(`${name}, against unchanged`, proof.with, without);
  claim(`${name}, against ${conditionsText(proof.passing)}`, proof.with, proof.pinned);
  if (proof.control) claim(`the control of ${knob}, against unchanged`, proof.control, without);
  for (const { level, tally } of proof.levels?.tallies ?? [])
    if (tally.failures > 0 && level !== proof.failing[knob!])
      claim(`${knob} ${level}, against ${conditionsText(proof.passing)}`, tally, proof.pinned);
}

/** Alone and in the suite, as they were run by themselves. */
function plain({ confirm }: FindingsSoFar): Tally {
  return Object.values(confirm?.arms ?? {}).reduce(mergeTallies, NO_TALLY);
}
