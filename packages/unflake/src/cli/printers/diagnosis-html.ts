/** The report of a case as one HTML file: no script, no external resources, readable in light and dark mode and on paper. */
import type { CaseRecord } from '../../contract/case-record.ts';
import type { Diagnosis } from '../../contract/diagnosis.ts';
import { TOOLING_VERSION } from '../../contract/versions.ts';
import { bisection } from '../../plots/bisection.ts';
import { durations } from '../../plots/durations.ts';
import { type Child, el, type Markup } from '../../plots/element.ts';
import { oddsPlot } from '../../plots/odds.ts';
import { rateIntervals } from '../../plots/rate-intervals.ts';
import { runsStrip } from '../../plots/runs-strip.ts';
import { duration } from '../../text/duration.ts';
import { group } from '../../text/plural.ts';
import { factorText } from '../text/factor.ts';
import { busyHostLines, startsInWords } from '../text/trial-starts.ts';
import { reproducedText } from './diagnosis-text.ts';
import { detectedLines, failureHead, firstOf, polluterLines, setterSetsOf, shownFailures } from './failure-lines.ts';
import { facts, notTriedList, page, section } from './html/page.ts';
import { candidatesTable, evidenceTable, hypothesesTable, sourcesTable, trialsTable } from './html/tables.ts';
import { recordBlocks } from './record-blocks.ts';
import { verdictWords } from './verdict-text.ts';
import { verificationLines } from './verification-text.ts';

// More rows would hide the ones that matter; the JSON has all.
const MAX_SETS = 10;

export function diagnosisHtml(record: CaseRecord): string {
  const { diagnosis, findings, trials } = record;
  const body = [
    header(diagnosis),
    section('Reproduction', reproduction(diagnosis)),
    section('Failures', failures(diagnosis)),
    section('Evidence', evidenceTable(diagnosis)),
    section('Plots', [
      runsStrip(trials),
      rateIntervals(record),
      bisection(findings.order),
      durations(trials),
      diagnosis.odds === undefined ? null : oddsPlot(diagnosis.odds),
    ]),
    section('Hypotheses', hypothesesTable(diagnosis)),
    section('Sources in the code', sourcesTable(diagnosis)),
    section('Candidates', candidatesTable(record)),
    section('Not tried', notTriedList(diagnosis.notTried)),
    section('Verifications', verificationTables(record)),
    section(
      'How trials were started',
      [startsInWords(diagnosis), ...busyHostLines(diagnosis)].map((text) => el('p', {}, text)),
    ),
    section('Next', el('p', {}, diagnosis.next)),
    section(
      'Records',
      recordBlocks(record).map((text) => el('pre', {}, text)),
    ),
    section(
      'Trials',
      el('details', {}, el('summary', {}, `${group(trials.length)} runs of the target`), trialsTable(trials)),
    ),
    el('footer', {}, `unflake ${TOOLING_VERSION}, case ${diagnosis.caseId}, seed ${diagnosis.seed}`),
  ];
  return page(`${diagnosis.verdict}: ${diagnosis.test}`, body);
}

function verificationTables({ verifications = [] }: CaseRecord): readonly Markup[] {
  return verifications.map((one) =>
    el(
      'table',
      {},
      verificationLines(one).map(([label, text]) => el('tr', {}, el('th', {}, label), el('td', {}, text))),
    ),
  );
}

function header(diagnosis: Diagnosis): Markup {
  const { cost } = diagnosis;
  const named: readonly (readonly [string, string])[] = [
    ['runner', diagnosis.runner],
    ['trials', group(cost.trials)],
    ['test executions', group(cost.testExecutions)],
    ['time', duration(cost.wallMs)],
    ['case', diagnosis.caseId],
    ['seed', String(diagnosis.seed)],
  ];
  return el(
    'header',
    {},
    el('span', { class: `verdict ${diagnosis.verdict}` }, verdictWords(diagnosis)),
    el('h1', { class: 'id' }, diagnosis.test),
    el('p', { class: 'lead' }, diagnosis.summary),
    culprits(diagnosis),
    facts(named),
  );
}

/** Reports of detectors come first. */
function culprits(diagnosis: Diagnosis): Child {
  const { polluters, cleaners, factor } = diagnosis;
  const named = (label: string, sets: Diagnosis['polluters']) => {
    const { shown, rest } = firstOf(sets, MAX_SETS);
    const item = (set: readonly string[]) =>
      el(
        'li',
        {},
        `${label}: `,
        set.map((test, index) => [index > 0 ? ' together with ' : null, el('code', {}, test)]),
      );
    return [...shown.map(item), ...rest.map((text) => el('li', {}, text))];
  };
  const items = [
    ...detectedLines(diagnosis).map((text) => el('li', {}, `detected: ${text}`)),
    ...named('polluter', polluters),
    ...polluterLines(diagnosis).map((text) => el('li', {}, 'leaves: ', el('code', {}, text))),
    ...named('setter', setterSetsOf(diagnosis)),
    ...named(
      'cleaner',
      cleaners.map((test) => [test]),
    ),
    ...(factor ? [el('li', {}, factorText(factor))] : []),
  ];
  return items.length === 0 ? null : el('ul', {}, items);
}

function failures(diagnosis: Diagnosis): Child {
  const { shown, rest } = shownFailures(diagnosis);
  if (shown.length === 0) return null;
  return [
    ...shown.map((failure) => [
      el('p', {}, failureHead(failure)),
      failure.message === '' ? null : el('pre', {}, failure.message),
    ]),
    rest === null ? null : el('p', { class: 'quiet' }, rest),
  ];
}

function reproduction({ reproduce }: Diagnosis): Child {
  if (reproduce === null) return null;
  return el(
    'div',
    { class: 'pair' },
    el('p', {}, 'fails'),
    el('pre', { class: 'fails' }, reproduce.fails),
    reproduce.passes === '' ? null : [el('p', {}, 'passes'), el('pre', { class: 'passes' }, reproduce.passes)],
    el('p', {}, reproducedText({ reproduce })),
  );
}
