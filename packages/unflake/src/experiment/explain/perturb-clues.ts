/** What turning knobs means for each suspect. */
import type { Count } from '../../contract/evidence.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { conditionsText, factorsText } from '../diagnose/perturb-sentences.ts';
import * as given from './likelihoods.ts';
import type { Clue } from './posterior.ts';
import { suspectOf } from './suspects.ts';

const of = ({ failures, runs }: Count): string => `${failures} of ${runs}`;

export function perturbClues(findings: FindingsSoFar): readonly Clue[] {
  return [...proofClue(findings), ...seedClues(findings), ...settingsClue(findings), ...amplifyClue(findings)];
}

function proofClue({ perturb, reproduce }: FindingsSoFar): readonly Clue[] {
  if (!perturb?.proof) return [];
  const { kind, cause, doubt, passing, with: fails, pinned, control } = perturb.proof;
  const counts = `${of(fails)} with ${factorsText(perturb.proof)}, ${of(pinned)} with ${conditionsText(passing)}`;
  const beside = control ? `, ${of(control)} under the control` : '';
  const suspect = suspectOf(cause);
  const stands = doubt === null && reproduce?.confirmed !== false;
  return [
    {
      says: `fails ${counts}${beside}${doubt === null ? '' : `; ${doubt}`}`,
      likelihood: stands
        ? given.provedBy(suspect)
        : given.foundBy(...(kind === 'seed' ? (['dice', 'iteration'] as const) : [suspect])),
      trials: [...fails.trials, ...pinned.trials, ...(control?.trials ?? [])],
      // Turned and pinned, in fresh trials; and the control, which took the means but not the factor.
      experiments: stands ? 2 : 1,
    },
  ];
}

function seedClues({ perturb }: FindingsSoFar): readonly Clue[] {
  const vary = perturb?.seeds.filter(({ kind }) => kind === 'varies') ?? [];
  if (vary.length === 0 || perturb?.proof) return [];
  const names = vary.map(({ knob }) => knob).join(', ');
  const says = `the same draw of ${names} both fails and passes`;
  const made = vary.flatMap(({ cause, unreached }) => (cause && unreached === undefined ? [suspectOf(cause)] : []));
  return [{ says, likelihood: given.drawsVary(made), trials: vary[0]!.trials }];
}

function settingsClue({ perturb }: FindingsSoFar): readonly Clue[] {
  if (!perturb || perturb.proof || perturb.passed.length === 0) return [];
  const knobs = [...new Set(perturb.passed.map(({ knob }) => knob))].join(', ');
  const says = `passes at every setting tried of ${knobs}`;
  return [{ says, likelihood: given.SETTINGS_CHANGE_NOTHING, trials: perturb.trials }];
}

function amplifyClue({ amplify, perturb }: FindingsSoFar): readonly Clue[] {
  if (
    amplify === null ||
    perturb?.proof ||
    amplify.ways.every(({ conditions }) => Object.keys(conditions).length === 0)
  )
    return [];
  const { rate, ways, trials } = amplify;
  const found = ways.find(({ tally }) => tally === rate?.tally);
  if (found) {
    const [knob] = Object.keys(found.conditions);
    const kind = BY_LOAD[knob ?? ''];
    if (kind === undefined) return [];
    const says = `fails ${of(found.tally)} with ${found.name}`;
    return [{ says, likelihood: given.AMPLIFIED[kind], trials: found.tally.trials }];
  }
  if (amplify.kind !== 'not-found') return [];
  return [{ says: 'no load makes it fail often', likelihood: given.NO_LOAD_HELPS, trials }];
}

const BY_LOAD: Readonly<Record<string, keyof typeof given.AMPLIFIED>> = {
  cpu: 'slow',
  quota: 'slow',
  cores: 'slow',
  copies: 'collision',
  workers: 'collision',
  tmp: 'residue',
};
