/** `hunt` in the format that was asked for, on stdout or into a file. */
import type { HuntReport } from '../../tools/lib/tool-results.ts';
import type { TerminalStyle } from '../terminal-style.ts';
import { huntJunit } from './hunt-junit.ts';
import { huntMarkdown } from './hunt-markdown.ts';
import { huntText } from './hunt-text.ts';
import type { Printer } from './printer.ts';

/** Width of a text in a file. */
const IN_FILE: TerminalStyle = { color: 'off', columns: 110 };

export const huntPrinter: Printer<HuntReport> = {
  text: (hunt, style) => (hunt.out === null ? rendered(hunt, style) : `${huntText(hunt, style)}wrote ${hunt.out}\n`),
  files: (hunt) => (hunt.out === null ? [] : [{ path: hunt.out, text: rendered(hunt, IN_FILE) }]),
};

function rendered(hunt: HuntReport, style: TerminalStyle): string {
  switch (hunt.format) {
    case 'text':
      return huntText(hunt, style);
    case 'markdown':
      return huntMarkdown(hunt);
    case 'junit':
      return huntJunit(hunt);
    default:
      return hunt.format satisfies never;
  }
}
