/** What was not tried, and why: the runner cannot, this machine cannot, the budget ended, or it could not be the cause. */
import type { Verdict } from '../../contract/cause.ts';
import type { NotTried } from '../../contract/diagnosis.ts';
import { settingsBeforeBroken } from '../diagnose/before-broken.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import type { ExplainContext } from './explanation.ts';
import { settingsTried } from './settings-tried.ts';

interface Decided extends Pick<ExplainContext, 'spent'> {
  readonly verdict: Verdict;
}

export function notTried(
  options: ResolvedDiagnoseOptions,
  findings: FindingsSoFar,
  { verdict, spent = null }: Decided,
): readonly NotTried[] {
  const { can } = options;
  const list: NotTried[] = [];
  if (findings.stopped) list.push({ what: unfinished(findings), why: whyStopped(findings, spent) });
  if (can.select !== 'test')
    list.push({ what: 'the test without the rest', why: 'this runner cannot select one test' });
  else if (can.order === 'none') list.push({ what: 'another order', why: 'this runner cannot set an order' });
  if (!can.repeat && can.select === 'test')
    list.push({ what: 'twice in one process', why: 'this runner cannot repeat a test in one process' });
  if (verdict === 'broken') list.push(...untriedSettings(options, findings));
  if (verdict === 'isolated' || verdict === 'broken' || verdict === 'blocked') return eachReasonOnce(list);
  list.push(...withoutWorkers(options), ...refused(options), ...settings(options, findings, spent));
  return eachReasonOnce(list);
}

export function withoutWorkers({ can, refused: knobs }: ResolvedDiagnoseOptions): readonly NotTried[] {
  if (can.workers) return [];
  const { why, enable } = knobs.find(({ knob }) => knob === 'workers') ?? {
    why: 'this runner cannot set their number',
    enable: null,
  };
  return [{ what: 'several workers', why: enable === null ? why : `${why}; to enable it: ${enable}` }];
}

function whyStopped({ stopped }: FindingsSoFar, spent: ExplainContext['spent']): string {
  if (stopped === 'cancelled') return 'it was interrupted';
  if (spent === 'trials') return 'all trials were used';
  return spent === 'minutes' ? 'the time was used up' : 'the budget of trials or minutes was spent';
}

/** For a test that always fails: settings that were skipped, and the user that could not run it. */
function untriedSettings(
  { knobs, refused: all }: ResolvedDiagnoseOptions,
  { perturb }: FindingsSoFar,
): readonly NotTried[] {
  const failed = new Set(perturb?.failed?.map(({ knob, setting }) => `${knob} ${setting}`));
  const steady = new Map(settingsBeforeBroken(knobs).map(({ choice }) => [choice.knob, choice]));
  const left = [...steady.values()].flatMap(({ knob, pin, settings: own }) => {
    const count = [pin, ...own].filter((setting) => !failed.has(`${knob} ${setting}`)).length;
    return count === 0 ? [] : [`${knob} (${count} of ${own.length + 1} settings)`];
  });
  const row = { what: left.join(', '), why: 'it failed under every setting that was tried' };
  const users = all.filter(({ knob }) => knob === 'user');
  return [...(left.length === 0 ? [] : [row]), ...refused({ refused: users })];
}

/** Each with the command that would enable it, where there is one. */
function refused({ refused: all }: Pick<ResolvedDiagnoseOptions, 'refused'>): readonly NotTried[] {
  const knobs = all.filter(({ knob }) => knob !== 'workers');
  return knobs.map(({ knob, why, enable }) => ({
    what: `knob ${knob}`,
    why: enable === null ? why : `${why}; to enable it: ${enable}`,
  }));
}

/** A knob that was not turned is named alone; for a knob turned in part, the remaining settings are named. */
function settings(
  options: ResolvedDiagnoseOptions,
  findings: FindingsSoFar,
  spent: ExplainContext['spent'],
): readonly NotTried[] {
  const rows = settingsTried(options, findings).filter(({ untried }) => untried.length > 0);
  if (rows.length === 0) return [];
  const what = rows.map(({ knob, tried, untried }) =>
    tried.length === 0 ? knob : `${knob} at ${named(untried)} (${untried.length} of ${tried.length + untried.length})`,
  );
  return [{ what: what.join(', '), why: whyLeft(findings, spent) }];
}

function whyLeft(findings: FindingsSoFar, spent: ExplainContext['spent']): string {
  if (findings.confirm?.kind === 'flaky') return 'it fails only sometimes while these settings stay the same';
  if (findings.stopped) return whyStopped(findings, spent);
  return 'a failure was examined before the remaining settings';
}

const MAX_NAMED = 4;

function named(names: readonly string[]): string {
  const left = names.length - MAX_NAMED;
  return left > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${left} more` : names.join(', ');
}

/** Items with the same reason share a row. */
function eachReasonOnce(list: readonly NotTried[]): readonly NotTried[] {
  const reasons = [...new Set(list.map(({ why }) => why))];
  return reasons.map((why) => ({ what: joinWhat(list.filter((row) => row.why === why)), why }));
}

function joinWhat(rows: readonly NotTried[]): string {
  const [first, ...more] = rows.map(({ what }) => what);
  if (first === undefined || more.length === 0) return first ?? '';
  return [first.replace(/^knob /, 'knobs '), ...more.map((what) => what.replace(/^knob /, ''))].join(', ');
}

function unfinished({ confirm, isolate, order, time, perturb, amplify, reproduce }: FindingsSoFar): string {
  if (confirm === null) return 'enough runs to say whether it is flaky';
  if (perturb !== null || amplify !== null) return reproduce === null ? 'the rest of the knobs' : 'further experiments';
  if (isolate === null && time === null) return 'comparing runs alone and in the suite';
  if (order?.kind === 'unresolved') return 'the rest of the order search';
  return reproduce === null ? 'the reproduction' : 'further experiments';
}
