/**
 * Maps findings to a verdict, as a pure function. A cause is `isolated` only if an experiment proved it, its rivals are rejected, and the
 * reproduction was run again as predicted.
 */

import type { Cause, Verdict } from '../../contract/cause.ts';
import type { Diagnosis } from '../../contract/diagnosis.ts';
import type { DrawFinding, FactorProof } from '../../contract/perturb-finding.ts';
import type { FactorName } from '../../contract/screen-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { manyWorkers, type ResolvedDiagnoseOptions, slowing } from '../diagnose/resolved-diagnose-options.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { clues } from './clues.ts';
import { detectedOn } from './detector-clues.ts';
import { evidence } from './evidence.ts';
import { explainFixedProtocol } from './explain-fixed-protocol.ts';
import type { ExplainContext, Explanation } from './explanation.ts';
import { formatCount } from './format-count.ts';
import { hypotheses } from './hypotheses.ts';
import { causeKindOf } from './kind-of.ts';
import { row } from './likelihoods.ts';
import { nextStep } from './next-step.ts';
import { notTried } from './not-tried.ts';
import { oddsOverTime } from './odds.ts';
import { type Clue, posterior } from './posterior.ts';
import { proved } from './proofs.ts';
import { summary } from './summary-text.ts';
import { type CauseCandidate, SUSPECTS } from './suspects.ts';

export function explain(
  options: ResolvedDiagnoseOptions,
  findings: FindingsSoFar,
  { runner, spent = null }: ExplainContext = {},
): Explanation {
  if (findings.fixedProtocol) return explainFixedProtocol(options, findings.fixedProtocol);
  const { target, can } = options;
  const found = clues(options, findings);
  const proof = proved(findings, target, can);
  const again = shownAgain(findings, proof);
  const chances = posterior([...found, ...again]);
  const verdict = decide(findings, proof, proof ? chances[proof] : 0);
  const leader = proof ?? null;
  const cause: Cause | null = leader
    ? { family: SUSPECTS[leader].family, kind: causeKindOf(leader, target, findings) }
    : null;
  const failed = verdict === 'isolated' || verdict === 'narrowed';
  const sets = findings.order?.kind === 'culprits' ? inSuiteOrder(findings.order.sets, options.suite) : [];
  const detected = detectedOn(target, findings.detect);
  const isolatedBy = verdict === 'isolated' ? proof : null;
  const shown = failed ? hypotheses(options, findings, { clues: found, chances, proof: isolatedBy, runner }) : [];
  const evidenceSeen = isolatedBy === null ? found : [...found, ...again];
  const odds = oddsOverTime(options, findings, { clues: evidenceSeen, proof: isolatedBy, runner }, shown);
  const parts = {
    verdict,
    cause: failed && cause && leader ? { ...cause, confidence: chances[leader] } : null,
    polluters: failed && findings.searched === 'victim' ? sets : [],
    setters: failed && findings.searched === 'brittle' ? [...new Set(sets.flat())] : [],
    setterSets: failed && findings.searched === 'brittle' ? sets : [],
    cleaners: findings.cleaners?.kind === 'culprits' ? findings.cleaners.sets.flat() : [],
    factor: factorOf(options, findings, leader),
    ...(detected.length === 0 ? {} : { detected }),
    evidence: evidence(findings),
    hypotheses: shown,
    ...(odds.length === 0 ? {} : { odds }),
    notTried: notTried(options, findings, { verdict, spent }),
  };
  return { ...parts, summary: summary(options, findings, parts), next: nextStep(options, findings, parts, spent) };
}

/** These are fresh runs with and without the cause, so they count like any comparison. */
function shownAgain({ reproduce }: FindingsSoFar, proof: CauseCandidate | null): readonly Clue[] {
  if (proof === null || !reproduce?.confirmed || !reproduce.passes) return [];
  const { fails, passes } = reproduce;
  const differ = twoArmBayesFactor(fails, passes);
  if (differ <= 1 || fails.failures * passes.runs <= passes.failures * fails.runs) return [];
  const says = `shown again at the end, it fails ${formatCount(fails)} and ${formatCount(passes)}`;
  const trials = [...fails.trials, ...passes.trials];
  return [{ says, likelihood: row(1 / (1 + differ), { [proof]: differ / (1 + differ) }), trials, touches: [proof] }];
}

function inSuiteOrder(sets: readonly (readonly TestId[])[], suite: readonly TestId[]): readonly (readonly TestId[])[] {
  return sets.toSorted(([a], [b]) => suite.indexOf(a!) - suite.indexOf(b!));
}

function decide(findings: FindingsSoFar, proof: CauseCandidate | null, chance: number): Verdict {
  const { confirm, reproduce, residue } = findings;
  if (confirm === null || confirm.all.runs === 0) return findings.stopped ? 'not-reproduced' : 'blocked';
  // After a cut, a run of failures is too little evidence for `broken`.
  if (confirm.kind === 'always-fails' && proof === null && residue === null)
    return confirm.stopped ? 'narrowed' : 'broken';
  // A single failure that never recurred may be anything; two are the test's own.
  if (!anyFailure(findings) && findings.failed.length < 2) return 'not-reproduced';
  return proof !== null && chance >= POSTERIOR.sure && reproduce?.confirmed === true ? 'isolated' : 'narrowed';
}

function anyFailure({ confirm, provoke, isolate, order, time, perturb, amplify }: FindingsSoFar): boolean {
  const tallies = [
    ...(order?.confirmed ?? []).map((proof) => proof.with),
    ...Object.values(confirm?.arms ?? {}),
    provoke?.twice?.second,
    provoke?.reversed,
    isolate?.alone,
    isolate?.suite,
    time?.parallel,
    time?.serial,
    ...(time?.doses ?? []).map((dose) => dose.tally),
    time?.setAside,
    perturb?.proof?.with,
    ...(perturb?.screens ?? []).flatMap(({ suspects }) => suspects.map(({ on }) => on)),
    ...(perturb?.loads ?? []).flatMap((load) => [load.with, load.setAside]),
    ...(amplify?.ways ?? []).map((way) => way.tally),
  ];
  return tallies.some((tally) => (tally?.failures ?? 0) > 0);
}

function factorOf(
  options: ResolvedDiagnoseOptions,
  { time, perturb }: FindingsSoFar,
  leader: CauseCandidate | null,
): Diagnosis['factor'] {
  if (perturb?.proof) return factorProved(perturb.proof, perturb.seeds);
  if (time === null) return null;
  if (leader === 'collision') return { knob: 'workers', failing: [manyWorkers(options)], passing: ['serial'] };
  if (time.slowEffect !== 'worse') return null;
  const share = (failing: boolean) =>
    time.doses.filter(({ tally }) => tally.failures > 0 === failing).map((dose) => String(dose.share));
  return { knob: slowing(options)!, failing: share(true), passing: share(false) };
}

/** The settings that failed and passed, including the pin; a second knob that takes part is named too. */
function factorProved(
  { kind, factors, passing, levels, unloaded }: FactorProof,
  seeds: readonly DrawFinding[],
): Diagnosis['factor'] {
  const [first, second] = factors as readonly [FactorName, FactorName?];
  const { knob, setting } = first;
  const drawn = kind === 'seed' ? seeds.find((each) => each.knob === knob) : undefined;
  if (drawn) return { knob, failing: drawn.failing, passing: drawn.passing };
  // If the test also fails at default settings, no setting can be said to pass.
  const own = unloaded ? [] : [passing[knob]!, ...(levels?.passing ?? [])].filter((level) => level !== setting);
  return {
    knob,
    failing: levels?.failing ?? [setting],
    passing: [...new Set(own)],
    ...(second && (kind === 'both' || kind === 'unless') ? { [kind === 'both' ? 'with' : 'unless']: second } : {}),
  };
}
