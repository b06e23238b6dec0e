/** The report of a scan in Markdown. The report decides what each section contains; this file writes the text. */

import type {
  CompetingHypothesis,
  KnownFlaky,
  RiskCandidate,
  ScanReport,
  Statement,
} from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import { block, code } from '../text/markdown.ts';
import { classSection, fixSection } from './scan-report-class.ts';
import { prose, statement } from './scan-report-words.ts';

export function scanReportMarkdown(report: ScanReport): string {
  const shown = new Map<string, number>();
  const { known, classes, candidates, hypotheses, diagnostics, criteria, problems, excluded } = report;
  return `${[
    '# Flaky tests: root causes',
    '## Executive summary',
    report.summary.map(statement).join('\n'),
    '## Known flaky tests',
    ...(known.length === 0
      ? ['None is known: none was named with `--known`, and no case is recorded.']
      : known.flatMap(knownTest)),
    '## Root-cause classes',
    ...(classes.length === 0 ? ['None.'] : classes.flatMap((one, index) => classSection(one, index + 1, shown))),
    '## Further candidates',
    ...(candidates.length === 0 ? ['None.'] : candidates.flatMap(candidate)),
    '## Fix options',
    ...(classes.length === 0
      ? ['Nothing to fix was found.']
      : classes.flatMap((one, index) => fixSection(one, index + 1))),
    '## Competing hypotheses',
    ...(hypotheses.length === 0
      ? ['None: no test reaches anything that was found.']
      : hypotheses.flatMap((one, index) => hypothesis(one, hypotheses[index - 1]))),
    '## Diagnostics still needed',
    diagnostics.map(({ why, command }) => `- ${prose(why)}\n\n${block(command, 'sh')}`).join('\n\n') || 'None.',
    '## Completion criteria',
    criteria.map(({ says, met, because }) => `- [${met ? 'x' : ' '}] ${prose(says)} (${prose(because)})`).join('\n'),
    ...(problems.length === 0
      ? []
      : ['## What could not be scanned', problems.map(({ file, why }) => `- ${code(file)}: ${prose(why)}`).join('\n')]),
    ...(excluded.length === 0
      ? []
      : [
          '## What was left out',
          excluded
            .map(({ pattern, reason, files }) => `- ${code(pattern)}, ${plural(files, 'file')}: ${prose(reason)}`)
            .join('\n'),
        ]),
  ].join('\n\n')}\n`;
}

function knownTest(test: KnownFlaky): readonly string[] {
  const places = test.locations.map(({ file, line, name }) => `${code(`${file}:${line}`)} (${code(name)})`);
  return [
    `### ${code(test.id)}`,
    `**Location**: ${places.join(', ') || 'not found in the code'}`,
    `**Observed behaviour**:\n\n${test.observed.map(statement).join('\n')}`,
    ...(test.code === null ? [] : [block(test.code.text, test.code.file.split('.').at(-1))]),
    `**Symptom**:\n\n${test.symptom.map(statement).join('\n')}`,
    `**Hypothesis**:\n\n${test.hypothesis.map(statement).join('\n')}`,
    `**Evidence**:\n\n${test.evidence.map(statement).join('\n') || 'None in the code.'}`,
  ];
}

function candidate({ risk, title, reason, places, count }: RiskCandidate): readonly string[] {
  const shown = places.map(({ file, line, code: text }) => `- ${code(`${file}:${line}`)}: ${code(text)}`);
  const left =
    count > places.length && places.length > 1 ? [`- and ${plural(count - places.length, 'more', 'more')}`] : [];
  const head = risk.charAt(0).toUpperCase() + risk.slice(1);
  return [`### ${head} risk: ${prose(title)}`, prose(reason), [...shown, ...left].join('\n')];
}

/** If the previous one is decided by the same command, it is not printed again. */
function hypothesis(
  { says, for: pro, against, status, decidedBy }: CompetingHypothesis,
  before: CompetingHypothesis | undefined,
): readonly string[] {
  const list = (statements: readonly Statement[]) => statements.map(statement).join('\n') || '- nothing';
  return [
    `### ${prose(says)}`,
    `**For**:\n\n${list(pro)}`,
    `**Against**:\n\n${list(against)}`,
    ...(decidedBy === before?.decidedBy
      ? [`**Status**: ${status}. The same command would decide.`]
      : [`**Status**: ${status}. What would decide:`, block(decidedBy, 'sh')]),
  ];
}
