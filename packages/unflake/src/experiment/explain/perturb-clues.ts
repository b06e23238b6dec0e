/** What turning knobs means for each suspect. */

import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { conditionsText, factorsText } from '../diagnose/perturb-sentences.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { formatCount } from './format-count.ts';
import * as LIKELIHOODS from './likelihoods.ts';
import type { Clue } from './posterior.ts';
import { settingsTried } from './settings-tried.ts';
import { type CauseCandidate, suspectOf } from './suspects.ts';

export function perturbClues(options: ResolvedDiagnoseOptions, findings: FindingsSoFar): readonly Clue[] {
  return [...proofClue(findings), ...seedClues(findings), ...settingsClue(options, findings), ...amplifyClue(findings)];
}

function proofClue({ perturb, reproduce }: FindingsSoFar): readonly Clue[] {
  if (!perturb?.proof) return [];
  const { cause, doubt, passing, with: fails, pinned, control } = perturb.proof;
  const counts = `${formatCount(fails)} with ${factorsText(perturb.proof)}, ${formatCount(pinned)} with ${conditionsText(passing)}`;
  const controlText = control ? `, ${formatCount(control)} under the control` : '';
  const suspect = suspectOf(cause);
  const stands = doubt === null && reproduce?.confirmed !== false;
  return [
    {
      says: `fails ${counts}${controlText}${doubt === null ? '' : `; ${doubt}`}`,
      likelihood: stands
        ? LIKELIHOODS.provedBy(suspect)
        : LIKELIHOODS.foundBy(...(DRAWN.includes(suspect) ? DRAWN : [suspect])),
      trials: [...fails.trials, ...pinned.trials, ...(control?.trials ?? [])],
      touches: [suspect],
      // Three experiments: turned, pinned, and the control, which uses the same means without the factor.
      experiments: stands ? 2 : 1,
    },
  ];
}

/** A draw in doubt may be of either. */
const DRAWN: readonly CauseCandidate[] = ['rng', 'iteration'];

function seedClues({ perturb }: FindingsSoFar): readonly Clue[] {
  const vary = perturb?.seeds.filter(({ kind }) => kind === 'varies') ?? [];
  if (vary.length === 0 || perturb?.proof) return [];
  const names = vary.map(({ knob }) => knob).join(', ');
  const says = `the same draw of ${names} both fails and passes`;
  const drawn = vary.flatMap(({ cause, unreached }) => (cause && unreached === undefined ? [suspectOf(cause)] : []));
  return [{ says, likelihood: LIKELIHOODS.drawsVary(drawn), trials: vary[0]!.trials, touches: drawn }];
}

/** Weighted by the share of settings tried. */
function settingsClue(options: ResolvedDiagnoseOptions, findings: FindingsSoFar): readonly Clue[] {
  const { perturb } = findings;
  if (!perturb || perturb.proof || perturb.passed.length === 0) return [];
  const rows = settingsTried({ knobs: options.knobs.filter(({ cause }) => cause.family === 'external') }, findings);
  const tried = rows.reduce((sum, row) => sum + row.tried.length, 0);
  const all = rows.reduce((sum, row) => sum + row.tried.length + row.untried.length, 0);
  const names = rows.filter((row) => row.tried.length > 0).map(triedText);
  if (names.length === 0) return [];
  const says = `passes at every setting tried: ${names.join(', ')}`;
  const likelihood = LIKELIHOODS.settingsChangeNothing(tried / all);
  return [{ says, likelihood, trials: perturb.trials, touches: ['outside'] }];
}

const triedText = ({ knob, tried, untried }: ReturnType<typeof settingsTried>[number]): string =>
  untried.length === 0 ? knob : `${knob} (${tried.length} of ${tried.length + untried.length})`;

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
    const says = `fails ${formatCount(found.tally)} with ${found.name}`;
    return [{ says, likelihood: LIKELIHOODS.AMPLIFIED[kind], trials: found.tally.trials, touches: [kind] }];
  }
  if (amplify.kind !== 'not-found') return [];
  const loads = ways.flatMap(({ conditions }) => Object.keys(conditions).flatMap((knob) => BY_LOAD[knob] ?? []));
  const touches: readonly CauseCandidate[] = [...new Set(loads)];
  return [{ says: 'no load makes it fail often', likelihood: LIKELIHOODS.NO_LOAD_HELPS, trials, touches }];
}

const BY_LOAD: Readonly<Record<string, keyof typeof LIKELIHOODS.AMPLIFIED>> = {
  cpu: 'slow',
  quota: 'slow',
  cores: 'slow',
  copies: 'collision',
  workers: 'collision',
  tmp: 'residue',
};
