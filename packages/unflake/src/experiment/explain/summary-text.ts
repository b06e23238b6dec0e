/** The summary in one or two sentences. For people; not an interface. */
import { reportInWords } from '../../contract/detector-report.ts';
import type { Diagnosis, Factor } from '../../contract/diagnosis.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { conditionsText } from '../diagnose/perturb-sentences.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { detectedOn } from './detector-clues.ts';

/** A sentence names this many tests and counts the rest. */
const MAX_NAMED = 3;

type Decided = Pick<Diagnosis, 'verdict' | 'cause' | 'polluters' | 'setters' | 'setterSets' | 'factor' | 'hypotheses'>;

export function summary(options: ResolvedDiagnoseOptions, findings: FindingsSoFar, decided: Decided): string {
  const { target } = options;
  switch (decided.verdict) {
    case 'isolated':
      return `${residueInWords(target, findings, decided) ?? causeInWords(target, decided)}${alsoTwice(findings, decided)}${apart(findings)}${underWhat(findings)}${byItself(findings)}`;
    case 'narrowed': {
      const which = decided.factor ? ` It fails with ${factorInWords(decided.factor)}.` : '';
      const left = remaining(decided.hypotheses);
      return `${target} ${howOften(findings)}. ${left}${which}${apart(findings)}${underWhat(findings)}${detected(target, findings)}`;
    }
    case 'broken':
      return `${target} always fails, alone and in the suite: an ordinary bug, not flakiness.`;
    case 'not-reproduced': {
      const { runs } = findings.confirm?.all ?? { runs: 0 };
      if (runs === 0) return `${target} had no outcome yet when the diagnosis was stopped.`;
      const bound = findings.confirm?.bound;
      const rate = bound == null ? '' : `; failure rate below ${(bound * 100).toFixed(1)} % (95 % confidence)`;
      return `${target} did not fail in ${runs} runs${within(findings)}${rate}.${elsewhere(findings)}${detected(target, findings)}`;
    }
    case 'blocked':
      return `${target} could not be run: ${firstLine(findings.problem) ?? 'no trial gave it an outcome'}.`;
    default:
      return decided.verdict satisfies never;
  }
}

const firstLine = (text: string | null): string | undefined => text?.trim().split('\n')[0]?.replace(/[.:]$/, '');

/** Without a single pass there is no evidence of flakiness yet. */
function howOften({ confirm }: FindingsSoFar): string {
  if (confirm?.kind !== 'always-fails') return 'is flaky';
  const { runs } = confirm.all;
  return `failed in each of ${runs} runs: an ordinary bug, unless something that was not tried makes it pass`;
}

function remaining(all: Decided['hypotheses']): string {
  const open = all.filter(({ status }) => status !== 'rejected').slice(0, MAX_NAMED);
  const named = (open.length > 0 ? open : all.slice(0, MAX_NAMED)).map(
    ({ family, kind, posterior, tested }) =>
      `${family}/${kind} (${Math.round(posterior * 100)} %${tested === false ? ', not tested' : ''})`,
  );
  if (named.length === 0) return 'No hypothesis was examined.';
  return open.length > 0
    ? `Remaining hypotheses: ${named.join(', ')}.`
    : `No hypothesis fits what was seen; the nearest: ${named.join(', ')}.`;
}

/** Runs in quick succession can miss failures that depend on the hour or on a busy machine. */
function within({ tookMs }: FindingsSoFar): string {
  const seconds = Math.max(1, Math.round(tookMs / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return ` in ${seconds} s`;
  return minutes < 60
    ? ` in ${minutes} min ${seconds % 60} s`
    : ` in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function detected(target: TestId, { detect }: FindingsSoFar): string {
  const [report] = detectedOn(target, detect);
  return report === undefined ? '' : ` Detected in ${report.trials.join(', ')}: ${reportInWords(report)}.`;
}

/** Failures that were seen once or twice and never again. */
function elsewhere({ failed }: FindingsSoFar): string {
  const times = failed.length === 1 ? 'once' : `${failed.length} times`;
  return failed.length === 0
    ? ''
    : ` It failed ${times} under a changed order, setting or load, but that failure could not be reproduced.`;
}

/** A victim may itself leave the state behind that makes it fail. */
function alsoTwice({ provoke, isolate }: FindingsSoFar, { cause }: Decided): string {
  const second = (provoke?.twice ?? isolate?.twice)?.second;
  if (cause?.kind !== 'victim' || !second || second.failures < second.runs || second.runs === 0) return '';
  return ` It also fails the second time it runs in one process (${second.failures} of ${second.runs}).`;
}

/** Two classes of failures that behave differently have two causes; this answer is about one of them. */
function apart({ apart: others }: FindingsSoFar): string {
  if (others === 0) return '';
  return ` There are two failures: ${others} of another class, which behaves differently, are not explained by this.`;
}

/** Isolate and bisect may have worked where the failure is frequent. */
function underWhat({ under, residue }: FindingsSoFar): string {
  return residue !== null || Object.keys(under).length === 0
    ? ''
    : ` By itself it is rare; this was found under ${conditionsText(under)}.`;
}

/**
 * How the test behaves at default settings. Slowness cannot be switched off, and a provoked failure may differ from the one that the user
 * knows.
 */
function byItself({ perturb, confirm }: FindingsSoFar): string {
  if (!perturb?.proof) return '';
  const { unloaded } = perturb.proof;
  if (unloaded && unloaded.failures > 0)
    return ` By itself it fails sometimes, ${unloaded.failures} of ${unloaded.runs} times: no machine is always equally fast.`;
  const { failures, runs } = confirm?.all ?? { failures: 0, runs: 0 };
  if (failures > 0 || runs === 0) return '';
  return ` Without changed conditions it passed ${runs} of ${runs} times: compare its message with the failure that you know.`;
}

function factorInWords({ knob, failing, passing, with: beside, unless }: Factor): string {
  const also = beside ? ` together with ${beside.knob} ${beside.setting}` : '';
  const but = unless ? ` unless ${unless.knob} is ${unless.setting}` : '';
  const not = passing.length === 0 ? '' : `, and not with ${knob} at ${passing.join(', ')}`;
  return `${knob} at ${failing.join(', ')}${also}${but}${not}`;
}

/** `a`, `a or b`, `a and b, or c`, `a, b, c or any of 43 more`: every set is enough by itself. */
function anyOf(sets: readonly (readonly string[])[]): string {
  const named = sets.slice(0, MAX_NAMED).map((set) => set.join(' and '));
  const left = sets.length - named.length;
  if (left > 0) return `${named.join(', or ')}, or any of ${left} more`;
  return named.join(sets.every(({ length }) => length === 1) ? ' or ' : ', or ');
}

/** Something outside the process is known by its name. */
function residueInWords(
  target: string,
  { residue }: FindingsSoFar,
  { polluters, setterSets = [] }: Decided,
): string | null {
  if (residue === null) return null;
  const what = residue.paths.join(' and ');
  const does = residue.event === 'failure' ? 'fails' : 'passes only';
  const [by] = [polluters, setterSets].filter(({ length }) => length > 0);
  const whose = by === undefined ? 'an earlier run of it, or of its suite,' : anyOf(by);
  return `${target} ${does} while ${what} is there, which ${whose} leaves behind: outside the process, so that later runs find it too.`;
}

function causeInWords(target: string, { cause, polluters, setterSets = [], factor }: Decided): string {
  switch (cause?.kind) {
    case 'victim':
      return `${target} fails when it runs after ${anyOf(polluters)}, which leaves state behind in the same process.`;
    case 'residue':
      return polluters.length === 0
        ? `${target} fails when it finds the temporary folder as an earlier run of itself left it.`
        : `${target} fails when it runs after ${anyOf(polluters)}, which leaves something behind outside the process.`;
    case 'brittle':
      return `${target} passes only after ${anyOf(setterSets)}; alone it lacks what they set up.`;
    case 'self-polluter':
      return `${target} fails the second time it runs in one process: it does not tolerate the state that it leaves behind.`;
    case 'parallel-collision':
      return factor?.knob === 'copies'
        ? `${target} fails when copies of it run in parallel: they share something that only one of them can use.`
        : `${target} fails only when other tests run in parallel: they share something that only one of them can use.`;
    default:
      return factor
        ? `${target} ${BECAUSE[cause?.kind ?? ''] ?? 'depends on a setting'}: it fails with ${factorInWords(factor)}.`
        : `${target}: ${cause?.family}/${cause?.kind}.`;
  }
}

/** What a knob has shown of the test. */
const BECAUSE: Readonly<Record<string, string>> = {
  'time-zone': 'depends on the time zone',
  date: 'depends on the date',
  locale: 'depends on the language or the encoding of the machine',
  environment: 'depends on the environment variables of the user who runs it',
  network: 'needs a network other than the loopback',
  'iteration-order': 'depends on an order that is not guaranteed',
  randomness: 'depends on random numbers that differ in every run',
  tolerance: 'compares a random value with a bound that it sometimes exceeds',
  handles: 'fails when earlier tests have used up the open files',
  memory: 'fails when earlier tests have used up the memory',
  'short-wait': 'does not wait long enough: it fails when it gets less CPU time',
  'tight-timeout': 'has a timeout that a slower machine exceeds',
  'elapsed-time-assertion': 'asserts how long something takes, which a slower machine exceeds',
  'missing-await': 'ends before its own work does, which a slower machine shows',
  'data-race': 'has a data race',
};
