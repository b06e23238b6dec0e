/** The answer in one or two sentences, and what to do next. For people; not an interface. */
import { reportInWords } from '../../contract/detector-report.ts';
import type { Diagnosis, Factor } from '../../contract/diagnosis.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { conditionsText } from '../diagnose/perturb-sentences.ts';
import type { DiagnoseQuestion } from '../diagnose/question.ts';
import { toldOf } from './detector-clues.ts';

/** So short that all runs were as good as at one moment. In round words, so that equal trials are told equally. */
const SPANS = [
  { ms: 60_000, words: 'a minute' },
  { ms: 5 * 60_000, words: 'five minutes' },
] as const;

type Decided = Pick<Diagnosis, 'verdict' | 'cause' | 'polluters' | 'setters' | 'factor' | 'hypotheses'>;

export function summary(question: DiagnoseQuestion, findings: FindingsSoFar, decided: Decided): string {
  const { target } = question;
  switch (decided.verdict) {
    case 'isolated':
      return `${causeInWords(target, decided)}${underWhat(findings)}${byItself(findings)}`;
    case 'narrowed': {
      const open = decided.hypotheses.filter(({ status }) => status !== 'rejected').slice(0, 3);
      const named = open.map(({ family, kind, posterior }) => `${family}/${kind} (${Math.round(posterior * 100)} %)`);
      const which = decided.factor ? ` It fails with ${factorInWords(decided.factor)}.` : '';
      return `${target} is flaky; what is left: ${named.join(', ')}.${which}${underWhat(findings)}`;
    }
    case 'broken':
      return `${target} fails always, alone and in the suite: a plain bug, not flakiness.`;
    case 'not-reproduced': {
      const { runs } = findings.confirm?.all ?? { runs: 0 };
      if (runs === 0) return `${target} had no outcome yet when the diagnosis was stopped.`;
      const bound = findings.confirm?.bound;
      const rate = bound == null ? '' : `; it fails in less than ${(bound * 100).toFixed(1)} % of such runs, at 95 %`;
      return `${target} did not fail in ${runs} runs${within(findings)}${rate}.${elsewhere(findings)}${detected(target, findings)}`;
    }
    case 'blocked':
      return `${target} could not be run: no trial gave it an outcome.`;
    default:
      return decided.verdict satisfies never;
  }
}

/** What comes and goes with the hour or with a busy machine can miss runs that follow each other quickly. */
function within({ tookMs }: FindingsSoFar): string {
  const span = SPANS.find(({ ms }) => tookMs <= ms);
  return span === undefined ? '' : ` within ${span.words}`;
}

function detected(target: TestId, { detect }: FindingsSoFar): string {
  const report = toldOf(target, detect);
  return report === null ? '' : ` The detectors of its runtime name something all the same: ${reportInWords(report)}.`;
}

/** With something turned, once or twice, and never again. */
function elsewhere({ failed }: FindingsSoFar): string {
  const times = failed.length === 1 ? 'once' : `${failed.length} times`;
  return failed.length === 0
    ? ''
    : ` With its order, a setting or a load turned it failed ${times}, which nothing brought back.`;
}

/** Isolate and bisect may have worked where the failure is frequent. */
function underWhat({ under }: FindingsSoFar): string {
  return Object.keys(under).length === 0 ? '' : ` By itself it is rare; this was found under ${conditionsText(under)}.`;
}

/** What the test does with nothing turned: slowness has no off, and a failure that was only provoked may be another than the one that brought the user here. */
function byItself({ perturb, confirm }: FindingsSoFar): string {
  if (!perturb?.proof) return '';
  const { unloaded } = perturb.proof;
  if (unloaded)
    return ` By itself it fails now and then, ${unloaded.failures} of ${unloaded.runs} times: no machine is always equally fast.`;
  const { failures, runs } = confirm?.all ?? { failures: 0, runs: 0 };
  if (failures > 0 || runs === 0) return '';
  return ` With nothing turned it passed ${runs} of ${runs} times: compare its message with the failure that you know.`;
}

function factorInWords({ knob, failing, passing, with: beside, unless }: Factor): string {
  const also = beside ? ` together with ${beside.knob} ${beside.setting}` : '';
  const but = unless ? ` unless ${unless.knob} is ${unless.setting}` : '';
  const not = passing.length === 0 ? '' : `, and not with ${knob} at ${passing.join(', ')}`;
  return `${knob} at ${failing.join(', ')}${also}${but}${not}`;
}

function causeInWords(target: string, { cause, polluters, setters, factor }: Decided): string {
  const any = (sets: readonly (readonly string[])[]) => sets.map((set) => set.join(' and ')).join(', or ');
  switch (cause?.kind) {
    case 'victim':
      return `${target} fails when it runs after ${any(polluters)}, which leaves state behind in the same process.`;
    case 'residue':
      return polluters.length === 0
        ? `${target} fails when it finds the temporary folder as an earlier run of itself left it.`
        : `${target} fails when it runs after ${any(polluters)}, which leaves something behind outside the process.`;
    case 'brittle':
      return `${target} passes only after ${setters.join(' or ')}; alone it lacks what they set up.`;
    case 'self-polluter':
      return `${target} fails the second time it runs in one process: it leaves state behind that it cannot bear itself.`;
    case 'parallel-collision':
      return factor?.knob === 'copies'
        ? `${target} fails beside copies of itself: they share something that only one can have.`
        : `${target} fails only beside other tests: they share something that only one can have.`;
    default:
      return factor
        ? `${target} ${BECAUSE[cause?.kind ?? ''] ?? 'depends on a setting'}: it fails with ${factorInWords(factor)}.`
        : `${target}: ${cause?.family}/${cause?.kind}.`;
  }
}

export function nextStep(question: DiagnoseQuestion, findings: FindingsSoFar, { verdict, cause }: Decided): string {
  switch (verdict) {
    case 'isolated':
      return NEXT[cause?.kind ?? ''] ?? 'fix it, then run the failing command again';
    case 'narrowed':
      if (findings.stopped) return 'go on with a larger budget: --resume --trials <n> --minutes <n>';
      return question.can.select === 'test'
        ? 'run it again with a larger budget, or look first at the leading hypothesis'
        : 'give the runner a way to select tests ({ids} in the command), so that order can be examined';
    case 'broken':
      return 'debug it as any failing test; the command above fails every time';
    case 'not-reproduced':
      if (toldOf(question.target, findings.detect) !== null) return 'look first at what the detectors name';
      if (findings.failed.length > 0) return 'run the trial that failed again: unflake replay --times 20';
      return 'bring the conditions of the place where it failed (its suite, its order, its load, its hour), or raise --trials';
    case 'blocked':
      return 'make the test run once by hand; the output of the last trial is in the report';
    default:
      return verdict satisfies never;
  }
}

/** What a knob has shown of the test. */
const BECAUSE: Readonly<Record<string, string>> = {
  'time-zone': 'depends on the time zone',
  date: 'depends on the date',
  locale: 'depends on the language or the encoding of the machine',
  environment: 'depends on the environment of whoever runs it',
  network: 'needs a network beyond the loopback',
  'iteration-order': 'depends on an order that nobody promises',
  randomness: 'depends on random numbers that are drawn anew in every run',
  tolerance: 'holds a random value against a bound that it sometimes misses',
  handles: 'fails when earlier tests have used up the open files',
  memory: 'fails when earlier tests have used up the memory',
  'short-wait': 'waits too short a time: it fails when it gets less of the processor',
  'tight-timeout': 'has a time-out that a slower machine exceeds',
  'elapsed-time-assertion': 'asserts how long something takes, which a slower machine exceeds',
  'missing-await': 'ends before its own work does, which a slower machine shows',
  'data-race': 'has a data race',
};

const NEXT: Readonly<Record<string, string>> = {
  'time-zone': 'set the zone in the test, or compute in UTC; then run the failing command again',
  date: 'give the test a clock of its own; then run the failing command again',
  locale: 'name the locale or the encoding where it matters; then run the failing command again',
  environment: 'let the test set up the environment that it needs; then run the failing command again',
  network: 'answer on the loopback instead of the network; then run the failing command again',
  'iteration-order': 'sort, or compare without order; then run the failing command again',
  randomness: 'seed the generator in the test, or assert what holds for every draw; then run the failing command again',
  tolerance:
    'seed the generator, or widen the bound to what the distribution allows; then run the failing command again',
  handles: 'let the tests before it close what they open; then run the failing command again',
  memory: 'let the tests before it give back what they take; then run the failing command again',
  'short-wait': 'wait for the condition instead of for a time; then run the failing command again',
  'tight-timeout': 'raise the time-out, or do less in the test; then run the failing command again',
  'elapsed-time-assertion': 'give the test a clock of its own instead of measuring; then run the failing command again',
  'missing-await': 'await what the test starts; then run the failing command again',
  victim:
    'let the polluter undo what it sets, or let the victim set up what it needs; then run the failing command again',
  residue: 'give each test its own folder, database or name; then run the failing command again',
  brittle: 'let the test set up what the setter did for it; then run the failing command again',
  'self-polluter': 'undo in tear-down what the test changes; then run the failing command again',
  'parallel-collision': 'give each worker its own port, folder or name; then run the failing command again',
};
