/** The record block KNOBS TURNED, which we add: what amplified the failure, what each stage of knobs found, and the counts. */
import type { CaseRecord } from '../../../contract/case-record.ts';
import type { Count } from '../../../contract/evidence.ts';
import type { DrawFinding, FactorProof, LoadTallies, PerturbFinding } from '../../../contract/perturb-finding.ts';
import type { AmplifyFinding, ScreenFinding } from '../../../contract/screen-finding.ts';
import { failRate } from './run-letters.ts';

// A screening considers dozens; those at the end were hardly ever on.
const MAX_SUSPECTS = 5;

export function knobsBlock({ findings: { perturb, amplify } }: CaseRecord): string | null {
  if (!perturb && !amplify) return null;
  return [
    'KNOBS TURNED',
    ...(amplify ? amplifyLines(amplify) : []),
    ...(perturb ? perturbLines(perturb) : []),
    ...(perturb?.proof ? proofLines(perturb.proof) : ['Result: no factor was proved']),
  ].join('\n');
}

const line = (label: string, { failures, runs }: Count): string =>
  `${label}: ${runs} runs → ${failures} failures (${failRate(failures, runs)} fail rate)`;

function amplifyLines({ ways, plain }: AmplifyFinding): readonly string[] {
  const tried = ways.filter(({ tally }) => tally.runs > 0);
  return [line('By itself', plain), ...tried.map(({ name, tally }) => line(`  with ${name}`, tally))];
}

function perturbLines({ seeds, screens, loads = [], passed, needs }: PerturbFinding): readonly string[] {
  const names = (factors: readonly { readonly knob: string; readonly setting: string }[]) =>
    factors.map(({ knob, setting }) => `${knob} ${setting}`).join(', ');
  return [
    ...seeds.map(seedLine),
    ...screens.flatMap(screenLines),
    ...loads.flatMap(loadLines),
    ...(passed.length > 0 ? [`Passed with: ${names(passed)}`] : []),
    ...(needs.length > 0 ? [`Needs more than: ${names(needs)}`] : []),
  ];
}

function seedLine({ knob, kind, failing, passing }: DrawFinding): string {
  const word = {
    decides: 'decides the outcome',
    varies: 'does not decide the outcome',
    'one-sided': 'no draw made a difference',
    unresolved: 'not settled',
  }[kind];
  return `Draws of ${knob}: ${failing.length} failing, ${passing.length} passing; ${word}`;
}

function screenLines({ kind, suspects, trials }: ScreenFinding): readonly string[] {
  const shown = suspects.filter(({ on }) => on.runs > 0).slice(0, MAX_SUSPECTS);
  return [
    `Screening: ${trials.length} trials, ${kind}`,
    ...shown.map(
      ({ knob, setting, posterior, on, off }) =>
        `  ${knob} ${setting}: ${on.failures}/${on.runs} on, ${off.failures}/${off.runs} off, ${Math.round(posterior * 100)} %`,
    ),
  ];
}

function loadLines({ knob, setting, with: on, pinned, control }: LoadTallies): readonly string[] {
  const counts = ({ failures, runs }: Count) => `${failures}/${runs}`;
  return [
    `Load ${knob} ${setting}: ${counts(on)} failed, pinned ${counts(pinned)}${control ? `, control ${counts(control)}` : ''}`,
  ];
}

function proofLines(proof: FactorProof): readonly string[] {
  const settings = (conditions: FactorProof['failing']) =>
    Object.entries(conditions)
      .map(([knob, setting]) => `${knob} ${setting}`)
      .join(' + ');
  return [
    line(`Turned (${settings(proof.failing)})`, proof.with),
    line(`Pinned (${settings(proof.passing)})`, proof.pinned),
    line('No knob changed', proof.without),
    ...(proof.control ? [line('Control', proof.control)] : []),
    ...(proof.levels ?? { tallies: [] }).tallies
      .filter(({ tally }) => tally.runs > 0)
      .map(({ level, tally }) => line(`  at ${level}`, tally)),
    proof.doubt === null ? 'Result: proved' : `Result: found, but ${proof.doubt}`,
  ];
}
