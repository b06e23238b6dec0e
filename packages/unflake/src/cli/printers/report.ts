/** `report` in the format that was asked for, on stdout or into a file. */
import type { CaseRecord } from '../../contract/case-record.ts';
import { plural } from '../../text/plural.ts';
import type { ReportFormat, ReportResult } from '../../tools/lib/tool-results.ts';
import type { TerminalStyle } from '../terminal-style.ts';
import { diagnosisHtml } from './diagnosis-html.ts';
import { diagnosisMarkdown } from './diagnosis-markdown.ts';
import { diagnosisText } from './diagnosis-text.ts';
import { githubSummary } from './github-summary.ts';
import type { Printer } from './printer.ts';
import { verificationText } from './verification-text.ts';

const IN_A_FILE: TerminalStyle = { color: 'off', columns: 100 };

export const reportPrinter: Printer<ReportResult> = {
  text: ({ record, format, out, site }, style) => {
    if (site !== undefined)
      return `wrote ${plural(site.cases, 'case')} and ${plural(site.hunts, 'hunt')}: ${site.folder}/index.html\n`;
    return out === null ? rendered(record, format, style) : `wrote ${out}\n`;
  },
  files: ({ record, format, out }) => (out === null ? [] : [{ path: out, text: rendered(record, format, IN_A_FILE) }]),
};

function rendered(record: CaseRecord, format: ReportFormat, style: TerminalStyle): string {
  switch (format) {
    case 'text':
      return [
        diagnosisText(record.diagnosis, style),
        ...(record.verifications ?? []).map((one) => verificationText(one, style)),
      ].join('\n');
    case 'markdown':
      return diagnosisMarkdown(record);
    case 'html':
      return diagnosisHtml(record);
    case 'json':
      return `${JSON.stringify(record, null, 2)}\n`;
    case 'github':
      return githubSummary(record);
    default:
      return format satisfies never;
  }
}
