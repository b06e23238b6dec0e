/** The report of a case in Markdown: for pull requests, tickets and people who read text. */
import type { CaseRecord } from '../../contract/case-record.ts';
import type { Diagnosis, Hypothesis } from '../../contract/diagnosis.ts';
import { percent, rateText } from '../../text/rate.ts';
import { visible } from '../../text/shorten.ts';
import { factorText } from '../text/factor.ts';
import { block, code, codeCell, escaped, table } from '../text/markdown.ts';
import { busyHostLines, startsInWords } from '../text/trial-starts.ts';
import { costText, reproducedText } from './diagnosis-text.ts';
import { detectedLines, failureHead, firstOf, polluterLines, setterSetsOf, shownFailures } from './failure-lines.ts';
import { recordBlocks } from './record-blocks.ts';
import { verdictWords } from './verdict-text.ts';
import { verificationLines } from './verification-text.ts';

// More rows would hide the ones that matter; the JSON has all.
const MAX_SUSPECTS = 10;
const MAX_SETS = 10;
const MAX_TRIAL_IDS = 6;

export function diagnosisMarkdown(record: CaseRecord): string {
  const { diagnosis } = record;
  return `${[
    `# ${escaped(diagnosis.test)}`,
    `**${escaped(verdictWords(diagnosis))}**`,
    escaped(diagnosis.summary),
    ...culprits(diagnosis),
    ...reproduction(diagnosis),
    ...section('Failures', failuresText(diagnosis)),
    ...section('Evidence', evidenceTable(diagnosis)),
    ...section('Hypotheses', hypothesesTable(diagnosis.hypotheses)),
    ...section('Sources in the code', sourcesTable(diagnosis)),
    ...section('Candidates', candidatesTable(record)),
    ...section(
      'Records',
      recordBlocks(record)
        .map((text) => block(text))
        .join('\n\n'),
    ),
    ...section(
      'Not tried',
      diagnosis.notTried.map(({ what, why }) => `- ${escaped(what)}: ${escaped(why)}`).join('\n'),
    ),
    ...section('Verifications', verificationsText(record)),
    '## Next',
    escaped(diagnosis.next),
    '## Cost',
    `${costText(diagnosis.cost)}. Case ${code(diagnosis.caseId)}, runner ${escaped(diagnosis.runner)}, seed ${diagnosis.seed}. ${startsInWords(diagnosis)}`,
    ...busyHostLines(diagnosis).map((text) => `${capital(text)}.`),
  ].join('\n\n')}\n`;
}

/** As a terminal shows them. */
export function verificationsText({ verifications = [] }: CaseRecord): string {
  return verifications
    .map((one) =>
      verificationLines(one)
        .map(([label, text]) => `- ${label}: ${escaped(text)}`)
        .join('\n'),
    )
    .join('\n\n');
}

/** Reports of detectors come first. */
export function culprits(diagnosis: Diagnosis): readonly string[] {
  const { polluters, cleaners, factor, mechanism } = diagnosis;
  const named = (label: string, sets: Diagnosis['polluters']) => {
    const { shown, rest } = firstOf(sets, MAX_SETS);
    const line = (set: readonly string[]) => `- ${label}: ${set.map(code).join(' together with ')}`;
    return [...shown.map(line), ...rest.map((text) => `- ${text}`)];
  };
  const lines = [
    ...detectedLines(diagnosis).map((text) => `- detected: ${escaped(text)}`),
    ...named('polluter', polluters),
    ...polluterLines(diagnosis).map((text) => `- leaves: ${code(text)}`),
    ...named('setter', setterSetsOf(diagnosis)),
    ...named(
      'cleaner',
      cleaners.map((test) => [test]),
    ),
    ...(factor ? [`- ${factorText(factor, code)}`] : []),
    ...(mechanism
      ? [`- ${escaped(mechanism.kind)} ${code(mechanism.name)}: ${code(mechanism.before)} → ${code(mechanism.after)}`]
      : []),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

export function failuresText(diagnosis: Diagnosis): string {
  const { shown, rest } = shownFailures(diagnosis);
  const parts = shown.map((failure) =>
    failure.message === '' ? failureHead(failure) : `${failureHead(failure)}:\n\n${block(plain(failure.message))}`,
  );
  return [...parts, ...(rest === null ? [] : [rest])].join('\n\n');
}

/** Keeps line breaks; other control characters become visible. */
const plain = (message: string): string => message.split('\n').map(visible).join('\n');

export function reproduction({ reproduce }: Diagnosis): readonly string[] {
  if (reproduce === null) return [];
  return [
    '## Reproduction',
    `Fails:\n\n${block(reproduce.fails, 'sh')}`,
    ...(reproduce.passes === '' ? [] : [`Passes:\n\n${block(reproduce.passes, 'sh')}`]),
    `${capital(reproducedText({ reproduce }))}.`,
  ];
}

export function evidenceTable({ evidence }: Diagnosis): string {
  const rows = evidence.map(({ claim, with: more, without: less, trials }) => [
    escaped(claim),
    rateText(more),
    rateText(less),
    trialIds(trials),
  ]);
  return rows.length === 0 ? '' : table(['claim', 'failed with', 'failed without', 'trials'], rows);
}

function hypothesesTable(hypotheses: readonly Hypothesis[]): string {
  const rows = hypotheses.map((hypothesis) => [
    `${hypothesis.family} / ${hypothesis.kind}`,
    hypothesis.status,
    percent(hypothesis.posterior),
    hypothesis.for.map(escaped).join('; ') || '–',
    hypothesis.against.map(escaped).join('; ') || '–',
    escaped(hypothesis.distinguishedBy) || '–',
  ]);
  return rows.length === 0 ? '' : table(['cause', 'status', 'posterior', 'for', 'against', 'distinguished by'], rows);
}

/** What a scan found in the code that the test reaches: a possible cause, not a proven one. */
export function sourcesTable({ sources }: Diagnosis): string {
  const rows = sources.map(({ rule, file, line }) => [codeCell(`${file}:${line}`), escaped(rule)]);
  return rows.length === 0 ? '' : table(['place', 'rule'], rows);
}

function candidatesTable({ findings: { order } }: CaseRecord): string {
  if (order === null || order.suspects.length === 0) return '';
  const rows = order.suspects
    .slice(0, MAX_SUSPECTS)
    .map(({ test, posterior, before, notBefore, single }) => [
      codeCell(test),
      percent(posterior),
      rateText(before),
      rateText(notBefore),
      rateText(single),
    ]);
  return table(['test', 'posterior', 'seen when before', 'when not', 'when only it'], rows);
}

function trialIds(trials: readonly string[]): string {
  const shown = trials.slice(0, MAX_TRIAL_IDS).join(' ');
  return trials.length > MAX_TRIAL_IDS ? `${shown} and ${trials.length - MAX_TRIAL_IDS} more` : shown;
}

function section(title: string, body: string): readonly string[] {
  return body === '' ? [] : [`## ${title}`, body];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
