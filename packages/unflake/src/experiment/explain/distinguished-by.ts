/** The experiment that separates a cause from its rivals, and why it was not run. */
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { type CauseCandidate, suspectOf } from './suspects.ts';

const EXPERIMENTS: Readonly<Record<CauseCandidate, string>> = {
  victim: 'running it after the named tests and without them, on fresh runs',
  residue: 'running the named tests in another process first, with a shared and a private temporary folder',
  brittle: 'running it alone and after the named setters, on fresh runs',
  selfPolluter: 'running it twice in one process and once in a fresh one',
  slow: 'reducing CPU time at two doses while nothing else changes',
  collision: 'the whole suite in parallel and serially, at equal load',
  rng: 'fixing the seed of every generator: the outcome then depends on the seed alone',
  iteration: 'fixing the hash seed and the directory order: the outcome then depends on them alone',
  leak: 'the same number of other tests before it, under a lower limit on open files',
  outside: 'one setting of the environment at a time: zone, locale, date, network',
};

/** The knobs that such an experiment turns. */
const KNOBS: Readonly<Partial<Record<CauseCandidate, readonly string[]>>> = {
  slow: ['cpu', 'quota'],
  rng: ['rngSeed'],
  iteration: ['hashSeed', 'dirOrder'],
  leak: ['fds', 'memory'],
};

export function distinguishedBy(
  name: CauseCandidate,
  options: ResolvedDiagnoseOptions,
  findings: FindingsSoFar,
  touched: ReadonlySet<CauseCandidate>,
): string {
  if (touched.has(name)) return EXPERIMENTS[name];
  const missed = findings.perturb?.seeds.find(
    ({ cause, unreached }) => unreached && cause && suspectOf(cause) === name,
  );
  if (missed) return `${EXPERIMENTS[name]}; ${missed.knob} does not reach ${missed.unreached}`;
  const why = whyNot(name, options, findings);
  return `${EXPERIMENTS[name]} (not tried${why === null ? '' : `: ${why}`})`;
}

function whyNot(
  name: CauseCandidate,
  { can, knobs, refused }: ResolvedDiagnoseOptions,
  { stopped }: FindingsSoFar,
): string | null {
  const needsOrder = name === 'victim' || name === 'residue' || name === 'brittle';
  if (needsOrder && can.select !== 'test') return 'this runner cannot select one test';
  if (name === 'selfPolluter' && !can.repeat) return 'this runner cannot repeat a test in one process';
  if (name === 'collision' && !can.workers) return 'this runner cannot set the number of workers';
  const wanted = KNOBS[name] ?? [];
  const refusal = refused.find(({ knob }) => wanted.includes(knob));
  if (refusal && !knobs.some(({ knob }) => wanted.includes(knob))) return refusal.why;
  if (stopped === null) return null;
  return stopped === 'budget' ? 'the budget was spent before' : 'the diagnosis was interrupted before';
}
