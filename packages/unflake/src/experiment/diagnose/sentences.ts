/** One line per finished stage, with its counts. For people; not an interface. */
import { reportInWords } from '../../contract/detector-report.ts';
import type { Count } from '../../contract/evidence.ts';
import type {
  ConfirmFinding,
  DetectFinding,
  IsolateFinding,
  OrderFinding,
  TimeFinding,
} from '../../contract/findings.ts';
import { plural } from '../../text/plural.ts';
import type { ProvokeFinding, ReproduceFinding } from './findings-so-far.ts';

const counts = (name: string, count: Count | null | undefined): string | null =>
  count && count.runs > 0 ? `${name} ${count.failures} of ${count.runs} failed` : null;

const join = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(', ');

export function confirmLine({ kind, arms }: ConfirmFinding): string {
  const word = { flaky: 'flaky', 'not-reproduced': 'no failure', 'always-fails': 'fails always' }[kind];
  return `${word}: ${join(Object.entries(arms).map(([name, tally]) => counts(name, tally)))}`;
}

export function isolateLine({ alone, suite, file, twice, verdict }: IsolateFinding): string {
  const parts = [
    counts('alone', alone),
    counts('suite', suite),
    counts('file', file),
    counts('second time', twice?.second),
  ];
  const word = {
    'suite-worse': 'worse after other tests',
    'suite-better': 'needs other tests first',
    intrinsic: 'not about order',
    'always-fails': 'fails always',
    'not-reproduced': 'no failure',
    undecided: 'undecided',
  }[verdict];
  return `${word}: ${join(parts)}`;
}

export function provokeLine({ twice, reversed }: ProvokeFinding): string {
  return join([counts('second time', twice?.second), counts('backwards', reversed)]) || 'nothing to turn';
}

export function orderLine({ kind, sets, trials }: OrderFinding, candidates: number, what: string): string {
  const testsText = `${plural(candidates, 'test')} → `;
  const cost = `in ${plural(trials.length, 'trial')}`;
  if (kind === 'culprits') return `${testsText}${what} ${sets.map((set) => set.join(' + ')).join(' | ')} ${cost}`;
  return `${testsText}${{ 'no-order-effect': 'no order effect', 'size-effect': 'how many, not which', unresolved: 'unresolved' }[kind]} ${cost}`;
}

export function timeLine({ serial, parallel, doses, timeoutLike }: TimeFinding): string {
  const parts = [
    counts('beside others', parallel),
    counts('serial', serial),
    ...doses.map(({ share, tally }) => counts(`at ${share} cpu`, tally)),
    timeoutLike ? 'failures end like a time-out' : null,
  ];
  return join(parts) || 'nothing to compare';
}

export function reproduceLine({ fails, passes, confirmed }: ReproduceFinding): string {
  const word = confirmed ? 'as predicted' : 'not as predicted';
  return `${word}: ${join([counts('failing command', fails), counts('passing command', passes)])}`;
}

export function detectLine({ reports, trials }: DetectFinding): string {
  const [first] = reports;
  if (first === undefined) return `the detectors of the runtime report nothing, ${plural(trials.length, 'trial')}`;
  const more = reports.length > 1 ? `, and ${reports.length - 1} more` : '';
  return `detected: ${reportInWords(first)}${more}`;
}
