/** The report for a GitHub job summary: the result first, the records collapsed. */
import type { CaseRecord } from '../../contract/case-record.ts';
import { block, code, escaped } from '../text/markdown.ts';
import { culprits, evidenceTable, failuresText, reproduction, verificationsText } from './diagnosis-markdown.ts';
import { costText } from './diagnosis-text.ts';
import { recordBlocks } from './record-blocks.ts';
import { verdictWords } from './verdict-text.ts';

const SIGNS = { isolated: '🔬', narrowed: '🔎', broken: '❌', 'not-reproduced': '✅', blocked: '⛔' } as const;

export function githubSummary(record: CaseRecord): string {
  const { diagnosis } = record;
  const records = recordBlocks(record)
    .map((text) => block(text))
    .join('\n\n');
  return `${[
    `### ${SIGNS[diagnosis.verdict]} ${code(diagnosis.test)}`,
    `**${escaped(verdictWords(diagnosis))}**`,
    escaped(diagnosis.summary),
    ...culprits(diagnosis),
    failuresText(diagnosis),
    evidenceTable(diagnosis),
    ...reproduction(diagnosis).map((part) => part.replace(/^## /, '#### ')),
    ...(records === '' ? [] : [`<details><summary>Records</summary>\n\n${records}\n\n</details>`]),
    verificationsText(record),
    `Next: ${escaped(diagnosis.next)}`,
    `<sub>${costText(diagnosis.cost)} · case ${escaped(diagnosis.caseId)} · seed ${diagnosis.seed}</sub>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}
