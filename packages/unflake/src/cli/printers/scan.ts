/** `scan` in the format that was asked for, on stdout or into a file. */
import type { ScanResult } from '../../tools/lib/tool-results.ts';
import type { Printer } from './printer.ts';
import { scanFixes } from './scan-fixes.ts';
import { scanGithub } from './scan-github.ts';
import { scanReportMarkdown } from './scan-report-markdown.ts';
import { scanSarif } from './scan-sarif.ts';
import { scanResultText } from './scan-text.ts';

export const scanPrinter: Printer<ScanResult> = {
  text: (result) => (result.out === null ? rendered(result) : `${people(result)}wrote ${result.out}\n`),
  files: (result) => (result.out === null ? [] : [{ path: result.out, text: rendered(result) }]),
};

const people = (result: ScanResult): string =>
  `${result.fixes ? scanFixes(result.fixes) : ''}${scanResultText(result)}`;

function rendered(result: ScanResult): string {
  switch (result.format) {
    case 'text':
      return result.report === undefined ? people(result) : scanReportMarkdown(result.report);
    case 'json':
      return `${JSON.stringify(result.report ?? result, null, 2)}\n`;
    case 'sarif':
      return scanSarif(result);
    case 'github':
      return scanGithub(result);
    default:
      return result.format satisfies never;
  }
}
