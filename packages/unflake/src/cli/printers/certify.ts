/** `certify` in the format that was asked for, on stdout or into a file. */
import type { CertifyAnswer } from '../../contract/certificate.ts';
import type { TerminalStyle } from '../terminal-style.ts';
import { certifyHtml } from './certify-html.ts';
import { certifyJunit } from './certify-junit.ts';
import { certifyMarkdown } from './certify-markdown.ts';
import { certifyText } from './certify-text.ts';
import { certificateText, certifySummary } from './certify-words.ts';
import type { Printer } from './printer.ts';
import { asAnnotations, asSarif, type ToldTests } from './told-tests.ts';

const IN_A_FILE: TerminalStyle = { color: 'off', columns: 100 };

export const certifyPrinter: Printer<CertifyAnswer> = {
  text: (result, style) =>
    result.out === null ? rendered(result, style) : `${certifyText(result, style)}wrote ${result.out}\n`,
  files: (result) => (result.out === null ? [] : [{ path: result.out, text: rendered(result, IN_A_FILE) }]),
};

function rendered(result: CertifyAnswer, style: TerminalStyle): string {
  switch (result.format) {
    case 'text':
      return certifyText(result, style);
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'markdown':
      return certifyMarkdown(result);
    case 'html':
      return certifyHtml(result);
    case 'github':
      return asAnnotations(toldTests(result));
    case 'sarif':
      return asSarif(toldTests(result));
    case 'junit':
      return certifyJunit(result);
    default:
      return result.format satisfies never;
  }
}

const STATUSES = {
  flaky: { level: 'error', text: 'The test failed again where it had failed, and passed elsewhere.' },
  broken: { level: 'error', text: 'The test failed in every run.' },
  undecided: { level: 'warning', text: 'The test could not be certified.' },
} as const;

function toldTests(result: CertifyAnswer): ToldTests {
  const tests = result.certificates
    .filter(({ status }) => status in STATUSES)
    .map((one) => ({ ...one, text: certificateText(one), command: one.flaky?.reproduce.fails ?? null }));
  return { tool: 'certify', statuses: STATUSES, tests, summary: certifySummary(result) };
}
