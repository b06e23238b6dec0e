/** The result of `diagnose` for a terminal: short, with everything that can be pasted into a shell on its own line. */
import type { Diagnosis, Reproduction } from '../../contract/diagnosis.ts';
import { duration } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import { percent, rateText } from '../../text/rate.ts';
import { shorten, visible } from '../../text/shorten.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { factorText } from '../text/factor.ts';
import { busyHostLines, startedBy } from '../text/trial-starts.ts';
import { detectedLines, failureHead, firstOf, polluterLines, setterSetsOf, shownFailures } from './failure-lines.ts';
import { verdictWords } from './verdict-text.ts';

const LABEL = 11;
const WIDEST = 110;
// A reader needs one culprit, and three show that there are several; the JSON has all.
const MAX_SETS = 3;
const MAX_EVIDENCE = 8;
const MAX_MESSAGE_LINES = 4;

export function diagnosisText(diagnosis: Diagnosis, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  const rows = (label: string, lines: readonly string[]) =>
    lines.map((line, index) => `${bold((index === 0 ? label : '').padEnd(LABEL))}${line}`);
  const prose = (label: string, text: string) =>
    rows(label, wrap(visible(text), Math.min(style.columns, WIDEST) - LABEL));
  const setRows = (label: string, sets: Diagnosis['polluters']) => {
    const { shown, rest } = firstOf(sets, MAX_SETS);
    const named = shown.flatMap((set) => rows(set.length > 1 ? `${label}s` : label, set.map(togetherLine)));
    return [...named, ...rows('', rest)];
  };
  const { caseId, seed, cost, reproduce } = diagnosis;
  return [
    ...prose('verdict', verdictWords(diagnosis)),
    ...prose('because', diagnosis.summary),
    ...detectedLines(diagnosis).flatMap((text) => prose('detected', text)),
    ...rows('failure', failureLines(diagnosis, Math.min(style.columns, WIDEST) - LABEL)),
    ...rows('evidence', evidenceLines(diagnosis)),
    ...setRows('polluter', diagnosis.polluters),
    ...rows('leaves', polluterLines(diagnosis).map(visible)),
    ...setRows('setter', setterSetsOf(diagnosis)),
    ...setRows(
      'cleaner',
      diagnosis.cleaners.map((test) => [test]),
    ),
    ...rows('factor', factorLines(diagnosis)),
    ...(diagnosis.mechanism ? prose('leaks', mechanismText(diagnosis.mechanism)) : []),
    ...leftLines(diagnosis).flatMap((text) => prose('left', text)),
    ...rows('in code', sourceLines(diagnosis)),
    ...openHypotheses(diagnosis).flatMap((text) => prose('could be', text)),
    ...(reproduce
      ? [...rows('fails', [reproduce.fails]), ...rows('passes', reproduce.passes === '' ? [] : [reproduce.passes])]
      : []),
    ...(reproduce ? prose('', reproducedText(diagnosis)) : []),
    ...busyHostLines(diagnosis).flatMap((text) => prose('host', text)),
    ...diagnosis.notTried.flatMap(({ what, why }) => prose('not tried', `${what}: ${why}`)),
    ...prose('next', diagnosis.next),
    dim(`${'cost'.padEnd(LABEL)}${costText(cost)}${startedBy(diagnosis)} · case ${caseId} · seed ${seed}`),
    '',
  ].join('\n');
}

export function costText({ trials, testExecutions, wallMs }: Diagnosis['cost']): string {
  return `${plural(trials, 'trial')}, ${plural(testExecutions, 'test execution')}, ${duration(wallMs)}`;
}

export function reproducedText({ reproduce }: Pick<Diagnosis, 'reproduce'>): string {
  if (reproduce === null) return '';
  const rate = `failed ${percent(reproduce.failRate)} of the time`;
  const because =
    reproduce.replayedBecause === undefined ? '' : `; it is replayed because ${reproduce.replayedBecause}`;
  const how =
    reproduce.movedAside === undefined
      ? 'as printed'
      : `with ${reproduce.movedAside.join(', ')} moved away instead of removed`;
  if (!reproduce.confirmed) return `not confirmed: run again ${how}, it ${rate}${because}`;
  return reproduce.passes === ''
    ? `run again ${how}, it ${rate}${because}`
    : `both were run again ${how}; the first ${rate}${control(reproduce)}${because}`;
}

const control = ({ controlFailRate }: Reproduction): string =>
  controlFailRate === undefined ? '' : `, the second ${percent(controlFailRate)}`;

/** The tests of one set only cause the failure together. */
const togetherLine = (test: string, at: number): string => (at === 0 ? visible(test) : `and ${visible(test)}`);

function failureLines(diagnosis: Diagnosis, columns: number): readonly string[] {
  const { shown, rest } = shownFailures(diagnosis);
  const lines = shown.flatMap((failure) => {
    const said = failure.message.split('\n').filter((line) => line.trim() !== '');
    const [first = '(no message)', ...more] = said.slice(0, MAX_MESSAGE_LINES);
    return [`${failureHead(failure)}: ${first}`, ...more.map((line) => `    ${line}`)];
  });
  return [...lines, ...(rest === null ? [] : [rest])].map((line) => shorten(line, columns));
}

function evidenceLines({ evidence }: Diagnosis): readonly string[] {
  const { shown, rest } = firstOf(evidence, MAX_EVIDENCE);
  return [...shown.map(evidenceLine), ...rest];
}

/** `failed 5/10 (24–76 %) in the suite, 0/10 (0–28 %) alone`: a claim names both sides, as `in the suite, against alone`. */
function evidenceLine({ claim, with: more, without: less }: Diagnosis['evidence'][number]): string {
  const [first, second] = visible(claim).split(', against ');
  const other = second === undefined || less.runs === 0 ? '' : `, ${rateText(less)} ${second}`;
  return `failed ${rateText(more)} ${first}${other}`;
}

function factorLines({ factor }: Diagnosis): readonly string[] {
  return factor === null ? [] : [factorText(factor)];
}

// What the scan found in the code that the test reaches; only the first few are shown.
const MAX_SOURCES = 4;

function sourceLines({ sources }: Diagnosis): readonly string[] {
  const shown = sources.slice(0, MAX_SOURCES).map(({ rule, file, line }) => visible(`${file}:${line}  ${rule}`));
  const left = sources.length - shown.length;
  return left > 0 ? [...shown, `and ${left} more`] : shown;
}

function mechanismText({ kind, name, before, after, provedBy }: NonNullable<Diagnosis['mechanism']>): string {
  return `${kind} ${name}: ${before} → ${after} (proved by ${provedBy})`;
}

function leftLines({ leftBehind = [] }: Diagnosis): readonly string[] {
  const { shown, rest } = firstOf(leftBehind, MAX_SETS);
  const text = ({ path, trial, movedTo }: (typeof leftBehind)[number]) =>
    `${path}, by ${trial}; ${movedTo === null ? 'it is still there' : `it was moved to ${movedTo}`}`;
  return [...shown.map(text), ...rest];
}

// The report lists all hypotheses; here only those that a reader would act on.
const MAX_OPEN = 4;

function openHypotheses({ verdict, hypotheses }: Diagnosis): readonly string[] {
  if (verdict !== 'narrowed') return [];
  const fitting = hypotheses.filter(({ status }) => status !== 'rejected');
  // If none fits, the most likely ones are listed anyway.
  const open = fitting.length > 0 ? fitting : hypotheses;
  const rest = open.slice(MAX_OPEN).reduce((sum, { posterior }) => sum + posterior, 0);
  return [
    ...open
      .slice(0, MAX_OPEN)
      .map(
        ({ family, kind, posterior, distinguishedBy }) =>
          `${family} / ${kind}, ${percent(posterior)}. To tell: ${distinguishedBy}`,
      ),
    ...(open.length > MAX_OPEN ? [`${open.length - MAX_OPEN} others, together ${percent(rest)}: see the report`] : []),
  ];
}

/** Breaks text into lines at spaces. A word longer than a line stays whole, so that commands and ids can be copied. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
