/** The answer in one or two sentences, and what to do next. For people; not an interface. */
import type { Diagnosis } from '../../contract/diagnosis.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { DiagnoseQuestion } from '../diagnose/question.ts';

type Decided = Pick<Diagnosis, 'verdict' | 'cause' | 'polluters' | 'setters' | 'hypotheses'>;

export function summary(question: DiagnoseQuestion, findings: FindingsSoFar, decided: Decided): string {
  const { target } = question;
  switch (decided.verdict) {
    case 'isolated':
      return causeInWords(target, decided);
    case 'narrowed': {
      const open = decided.hypotheses.filter(({ status }) => status !== 'rejected').slice(0, 3);
      const named = open.map(({ family, kind, posterior }) => `${family}/${kind} (${Math.round(posterior * 100)} %)`);
      return `${target} is flaky; what is left: ${named.join(', ')}.`;
    }
    case 'broken':
      return `${target} fails always, alone and in the suite: a plain bug, not flakiness.`;
    case 'not-reproduced': {
      const { runs } = findings.confirm?.all ?? { runs: 0 };
      const bound = findings.confirm?.bound;
      const rate = bound == null ? '' : `; it fails less than ${(bound * 100).toFixed(1)} % of the time here, at 95 %`;
      return `${target} did not fail in ${runs} runs${rate}.`;
    }
    case 'blocked':
      return `${target} could not be run: no trial gave it an outcome.`;
    default:
      return decided.verdict satisfies never;
  }
}

function causeInWords(target: string, { cause, polluters, setters }: Decided): string {
  const any = (sets: readonly (readonly string[])[]) => sets.map((set) => set.join(' and ')).join(', or ');
  switch (cause?.kind) {
    case 'victim':
      return `${target} fails when it runs after ${any(polluters)}, which leaves state behind in the same process.`;
    case 'residue':
      return `${target} fails when it runs after ${any(polluters)}, which leaves something behind outside the process.`;
    case 'brittle':
      return `${target} passes only after ${setters.join(' or ')}; alone it lacks what they set up.`;
    case 'self-polluter':
      return `${target} fails the second time it runs in one process: it leaves state behind that it cannot bear itself.`;
    case 'parallel-collision':
      return `${target} fails only beside other tests: they share something that only one can have.`;
    default:
      return `${target}: ${cause?.family}/${cause?.kind}.`;
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
      return 'bring the conditions of the place where it failed (its suite, its order, its load), or raise --trials';
    case 'blocked':
      return 'make the test run once by hand; the output of the last trial is in the report';
    default:
      return verdict satisfies never;
  }
}

const NEXT: Readonly<Record<string, string>> = {
  victim:
    'let the polluter undo what it sets, or let the victim set up what it needs; then run the failing command again',
  residue: 'give each test its own folder, database or name; then run the failing command again',
  brittle: 'let the test set up what the setter did for it; then run the failing command again',
  'self-polluter': 'undo in tear-down what the test changes; then run the failing command again',
  'parallel-collision': 'give each worker its own port, folder or name; then run the failing command again',
};
