/** `hunt` as Markdown, for the summary of a CI job: what is flaky first, the rest collapsed. */
import type { HuntResult } from '../../contract/hunt.ts';
import { percent } from '../../text/rate.ts';
import { block, codeCell, escaped, table } from '../text/markdown.ts';
import { costText } from './diagnosis-text.ts';
import { countsText, coverageText, foundText } from './hunt-text.ts';

export function huntMarkdown(hunt: HuntResult): string {
  const { flaky, broken, unrepeated, bounds, notTried, next, cost, huntId, seed } = hunt;
  return `${[
    '### Flaky tests',
    `**${escaped(foundText(hunt))}**`,
    flaky.length === 0
      ? ''
      : table(
          ['test', 'failures'],
          flaky.map((one) => [codeCell(one.test), cell(countsText(one))]),
        ),
    broken.length === 0
      ? ''
      : table(
          ['broken', 'failed', 'with it fail'],
          broken.map((one) => [
            codeCell(one.test),
            `${one.failures}/${one.runs}`,
            one.takesDown.map(codeCell).join(', '),
          ]),
        ),
    unrepeated.length === 0
      ? ''
      : table(
          ['failed and did not fail again', 'failed', 'first in'],
          unrepeated.map((one) => [codeCell(one.test), `${one.failures}/${one.runs}`, cell(one.arm)]),
        ),
    ...flaky.map(({ test, reproduce }) => details(test, block(reproduce.fails, 'sh'))),
    details(
      'What was not found',
      [escaped(coverageText(hunt)), boundsTable(bounds), notTriedList(notTried)].join('\n\n'),
    ),
    next === null ? '' : `Next:\n\n${block(next, 'sh')}`,
    huntId === null ? '' : `<sub>${costText(cost)} · hunt ${escaped(huntId)} · seed ${seed}</sub>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const cell = (text: string): string => escaped(text).replaceAll('|', '\\|');

const details = (summary: string, text: string): string =>
  `<details><summary>${escaped(summary)}</summary>\n\n${text}\n\n</details>`;

function boundsTable(bounds: HuntResult['bounds']): string {
  if (bounds.length === 0) return '';
  const rows = bounds.map(({ arm, rounds, rate }) => [cell(arm), String(rounds), percent(rate)]);
  return table(['arm', 'rounds', 'failure rate that may not have been seen (95 %)'], rows);
}

const notTriedList = (notTried: HuntResult['notTried']): string =>
  notTried.map(({ what, why }) => `- not tried: ${escaped(what)}: ${escaped(why)}`).join('\n');
