/** `demo`: the same result as `diagnose`, and an HTML report. */
import type { DemoResult } from '../../tools/lib/tool-results.ts';
import { diagnosisHtml } from './diagnosis-html.ts';
import { diagnosisText } from './diagnosis-text.ts';
import type { Printer } from './printer.ts';

export const demoPrinter: Printer<DemoResult> = {
  text: ({ record, html }, style) => `${diagnosisText(record.diagnosis, style)}report     ${html}\n`,
  files: ({ record, html }) => [{ path: html, text: diagnosisHtml(record) }],
};
