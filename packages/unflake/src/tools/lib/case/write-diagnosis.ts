/** Joins the explanation with ids, costs and the commands that were run again, in the shape that `--json` prints. */

import type { Verdict } from '../../../contract/cause.ts';
import type { Command } from '../../../contract/command.ts';
import type { Diagnosis, Mechanism, Reproduction } from '../../../contract/diagnosis.ts';
import type { Machine } from '../../../contract/knob.ts';
import { isFailure } from '../../../contract/outcome.ts';
import { ASIDE, type Trial, type TrialId, type TrialResult } from '../../../contract/trial.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import { printedCommand } from '../../../engine/trial/printed-command.ts';
import { whyNoPlainCommand } from '../../../engine/trial/why-no-plain-command.ts';
import type { FindingsSoFar, ReproduceFinding } from '../../../experiment/diagnose/findings-so-far.ts';
import type { Explanation } from '../../../experiment/explain/explanation.ts';
import { failureClasses } from '../../../experiment/explain/failure-classes.ts';
import type { StoredCase } from '../../../store/port.ts';
import { quoteWord, shellLine } from '../../../text/shell-line.ts';
import type { CaseRequest } from './case-request.ts';

/** How commands about this case are printed. */
export interface CasePrinting {
  readonly subject: Subject;
  /** What the conditions of its trials mean here. */
  readonly machine: Machine;
  /** A command as a person starts it from the base environment of the case. */
  readonly within: (command: Command) => Command;
  /** The flags with which another unflake command finds the case, each with a leading space. */
  readonly caseFlags: string;
}

export function writeDiagnosis(
  opened: StoredCase,
  findings: FindingsSoFar,
  seen: readonly TrialResult[],
  explanation: Explanation,
  printing: CasePrinting & { readonly request: Pick<CaseRequest, 'sources'> },
): Diagnosis {
  return {
    caseId: opened.id,
    test: opened.test,
    runner: opened.runner,
    seed: opened.seed,
    ...explanation,
    next: withCase(explanation.next, opened.id, printing.caseFlags),
    mechanism: mechanism(findings, explanation.verdict),
    sources: (printing.request.sources ?? []).map(({ rule, file, line }) => ({ rule, file, line })),
    failures: failureClasses(seen, opened.test),
    reproduce: findings.reproduce ? reproduction(opened, findings.reproduce, seen, printing) : null,
    cost: {
      trials: seen.length,
      testExecutions: seen.reduce((sum, { trial }) => sum + trial.tests.length * trial.repeat, 0),
      wallMs: Math.max(0, ...seen.map(({ atMs }) => atMs)),
    },
  };
}

function reproduction(
  opened: StoredCase,
  found: ReproduceFinding,
  seen: readonly TrialResult[],
  printing: CasePrinting,
): Reproduction {
  const { subject, machine } = printing;
  const { failing, passing, fails, passes, confirmed } = found;
  const failed = (id: TrialId): boolean =>
    seen.find((result) => result.id === id)?.observations.some(({ outcome }) => isFailure(outcome)) ?? false;
  const aside = failing.conditions[ASIDE] ?? passing?.conditions[ASIDE];
  const failure = fails.trials.find(failed) ?? fails.trials[0];
  const pass = passes?.trials.find((id) => !failed(id));
  return {
    fails: failure ? twiceIfLeft(command(opened, failing, failure, printing), failing, passing) : '',
    passes: passing && pass ? twiceIfLeft(command(opened, passing, pass, printing), passing, failing) : '',
    failRate: fails.runs === 0 ? 0 : fails.failures / fails.runs,
    ...(passes && passes.failures > 0 ? { controlFailRate: passes.failures / passes.runs } : {}),
    confirmed,
    trials: [...fails.trials, ...(passes?.trials ?? [])],
    ...(aside === undefined ? {} : { movedAside: aside.split(':') }),
    ...(failure && printedCommand(failing, subject, machine) === null
      ? { replayedBecause: whyNoPlainCommand(failing, subject, seen, machine) }
      : {}),
  };
}

/** The plain command if that one ran; otherwise the command that reruns the recorded trial. */
function command({ id }: StoredCase, trial: Trial, trialId: TrialId, printing: CasePrinting): string {
  const plain = printedCommand(trial, printing.subject, printing.machine);
  if (plain === null) return replayLine(id, trialId, printing.caseFlags);
  const line = shellLine(printing.within(plain));
  const aside = trial.conditions[ASIDE];
  return aside === undefined ? line : `rm -rf ${aside.split(':').map(quoteWord).join(' ')} && ${line}`;
}

/** If only the other command starts without the leftover, this one needs it: its first run creates it, and the second finds it. */
function twiceIfLeft(line: string, { conditions }: Trial, other: Trial | null): string {
  const finds = !(ASIDE in conditions) && other !== null && ASIDE in other.conditions;
  return finds ? `${line}; ${line}` : line;
}

/** What carries the failure from one test or run to another, where an experiment has named it. */
export function mechanism({ residue }: FindingsSoFar, verdict: Verdict): Mechanism | null {
  if (residue === null || verdict !== 'isolated') return null;
  const name = residue.paths.join(', ');
  return { kind: 'file', name, before: 'absent', after: `present since ${residue.since}`, provedBy: 'restore' };
}

/** The command that runs a recorded trial again, as a person would type it from any folder. */
export function replayLine(caseId: string, trial: TrialId, flags: string): string {
  return `unflake replay ${caseId} --trial ${trial}${flags}`;
}

/** Advice names the command without its case, because plans know of no store. */
export function withCase(advice: string, caseId: string, flags: string): string {
  return advice.replace(/unflake (?:replay|verify)\b/, (command) => `${command} ${caseId}${flags}`);
}
