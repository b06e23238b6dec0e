/** Which settings of the knobs were tried and which were not. A setting that no trial used is never counted as tried. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorName } from '../../contract/screen-finding.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';

export interface SettingsTried {
  readonly knob: string;
  readonly tried: readonly string[];
  readonly untried: readonly string[];
}

/** One row per knob whose settings are constant from run to run; draws and loads have no settings to enumerate. */
export function settingsTried(
  { knobs }: Pick<ResolvedDiagnoseOptions, 'knobs'>,
  findings: Pick<FindingsSoFar, 'perturb'>,
): readonly SettingsTried[] {
  const used = new Set(turned(findings).map(({ knob, setting }) => `${knob} ${setting}`));
  const steady = knobs.filter(isSteady);
  return [...new Set(steady.map(({ knob }) => knob))].map((knob) => {
    const settings = steady.filter((choice) => choice.knob === knob).flatMap((choice) => choice.settings);
    const wasUsed = (setting: string) => used.has(`${knob} ${setting}`);
    return { knob, tried: settings.filter(wasUsed), untried: settings.filter((setting) => !wasUsed(setting)) };
  });
}

const isSteady = ({ deterministic, exclusive, shape }: KnobChoice): boolean =>
  deterministic && !exclusive && shape !== 'seed';

function turned({ perturb }: Pick<FindingsSoFar, 'perturb'>): readonly FactorName[] {
  if (perturb === null) return [];
  const { passed, needs, screens, proof } = perturb;
  const [first] = proof?.factors ?? [];
  return [
    ...passed,
    ...needs,
    ...screens.flatMap(({ suspects }) => suspects.filter(({ on }) => on.runs > 0)),
    ...(proof?.factors ?? []),
    ...(proof?.levels?.tallies ?? []).map(({ level }) => ({ knob: first!.knob, setting: level })),
  ];
}
