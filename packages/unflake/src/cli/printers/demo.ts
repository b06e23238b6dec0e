/** `demo`: the same answer as `diagnose`, and the HTML report beside it. */
import type { DemoResult } from '../../tools/lib/tool-results.ts';
import { diagnosisHtml } from './diagnosis-html.ts';
import { diagnosisText } from './diagnosis-text.ts';
import type { Printer } from './printer.ts';

export const demoPrinter: Printer<DemoResult> = {
  text: ({ record, html }, style) => `${diagnosisText(record.diagnosis, style)}report     ${html}\n`,
  files: ({ record, html }) => [{ path: html, text: diagnosisHtml(record) }],
};
