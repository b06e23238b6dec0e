/** `certify` in the format that was asked for, on stdout or into a file. */
import type { CertifyAnswer } from '../../contract/certificate.ts';
import type { TerminalStyle } from '../terminal-style.ts';
import { certifyGithub } from './certify-github.ts';
import { certifyJunit } from './certify-junit.ts';
import { certifyMarkdown } from './certify-markdown.ts';
import { certifySarif } from './certify-sarif.ts';
import { certifyText } from './certify-text.ts';
import type { Printer } from './printer.ts';

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
    case 'github':
      return certifyGithub(result);
    case 'sarif':
      return certifySarif(result);
    case 'junit':
      return certifyJunit(result);
    default:
      return result.format satisfies never;
  }
}
