/** `hunt` in the format that was asked for, on stdout or into a file. */
import type { HuntReport } from '../../tools/lib/tool-results.ts';
import type { TerminalStyle } from '../terminal-style.ts';
import { huntHtml } from './hunt-html.ts';
import { huntJunit } from './hunt-junit.ts';
import { huntMarkdown } from './hunt-markdown.ts';
import { countsText, foundText, huntText, timesText } from './hunt-text.ts';
import type { Printer } from './printer.ts';
import { asAnnotations, asSarif, type ToldTests } from './told-tests.ts';

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
    case 'json':
      return `${JSON.stringify(hunt, null, 2)}\n`;
    case 'markdown':
      return huntMarkdown(hunt);
    case 'html':
      return huntHtml(hunt);
    case 'github':
      return asAnnotations(toldTests(hunt));
    case 'sarif':
      return asSarif(toldTests(hunt));
    case 'junit':
      return huntJunit(hunt);
    default:
      return hunt.format satisfies never;
  }
}

const STATUSES = {
  flaky: { level: 'error', text: 'The test failed again where it had failed, and passed elsewhere.' },
  broken: { level: 'error', text: 'The test failed in every run.' },
  unrepeated: { level: 'warning', text: 'The test failed, and it is not known whether it fails again.' },
} as const;

function toldTests(hunt: HuntReport): ToldTests {
  const { flaky, broken, unrepeated } = hunt;
  const tests = [
    ...flaky.map((one) => ({ ...one, status: 'flaky', text: countsText(one), command: one.reproduce.fails })),
    ...broken.map((one) => ({ ...one, status: 'broken', text: timesText(one), command: null })),
    ...unrepeated.map((one) => ({
      ...one,
      status: 'unrepeated',
      text: `${timesText(one)}, first in: ${one.arm}`,
      command: null,
    })),
  ];
  return { tool: 'hunt', statuses: STATUSES, tests, summary: foundText(hunt) };
}
