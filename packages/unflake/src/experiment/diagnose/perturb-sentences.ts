/** One line per finished knob stage. For people; not an interface. */
import type { Count } from '../../contract/evidence.ts';
import type { DrawFinding, FactorProof } from '../../contract/perturb-finding.ts';
import type { AmplifyFinding, FactorName, ScreenFinding } from '../../contract/screen-finding.ts';
import type { Conditions } from '../../contract/trial.ts';
import { plural } from '../../text/plural.ts';

const formatFailures = ({ failures, runs }: Count): string => `${failures} of ${runs} failed`;

export const conditionsText = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(([knob, setting]) => `${knob} ${setting}`)
    .join(', ');

export function factorsText({ kind, factors }: Pick<FactorProof, 'kind' | 'factors'>): string {
  const names = factors.map(({ knob, setting }) => `${knob} ${setting}`);
  const between = { single: '', seed: '', either: ' or ', both: ' together with ', unless: ' unless ' }[kind];
  return names.join(between);
}

export function proofLine(proof: FactorProof): string {
  const doubt = proof.doubt === null ? '' : ` (${proof.doubt})`;
  return `${factorsText(proof)}: ${formatFailures(proof.with)}, ${conditionsText(proof.passing)}: ${formatFailures(proof.pinned)}${doubt}`;
}

export function settingsLine(found: {
  readonly passed: readonly FactorName[];
  readonly screens: readonly ScreenFinding[];
}): string {
  const seen = found.screens.length === 0 ? 'none makes it fail' : 'no single one confirmed';
  return `${plural(found.passed.length, 'setting')} tried: ${seen}`;
}

export function seedsLine(seeds: readonly DrawFinding[]): string {
  const names = seeds.map(({ knob }) => knob).join(', ');
  return seeds.every(({ kind }) => kind === 'varies') ? `it does not depend on ${names}` : `${names}: not settled`;
}

export function amplifyLine({ kind, rate, ways, plain }: AmplifyFinding): string {
  const settled = ways.find(({ tally }) => tally === rate?.tally);
  if (settled)
    return `more often with ${settled.name}: ${formatFailures(settled.tally)}, by itself ${formatFailures(plain)}`;
  return kind === 'not-found'
    ? `no load makes it fail often: ${plural(ways.length, 'way')} tried`
    : 'loads not settled';
}
