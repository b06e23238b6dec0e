/** The report in a few sentences, each with the lines that carry it. */

import type { KnownFlaky, RootCauseClass, Statement } from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import { reachWords } from './reach-words.ts';
import type { ReportInput } from './report-input.ts';

const MAX_CLASSES = 5;

export function executiveSummary(
  classes: readonly RootCauseClass[],
  known: readonly KnownFlaky[],
  { files, lines, tests }: ReportInput,
): readonly Statement[] {
  const size = `${plural(files, 'file')}, ${plural(lines, 'line')} and ${plural(tests, 'test')}`;
  if (classes.length === 0) {
    return [{ says: `No source of nondeterminism that tests reach was found in ${size}.`, at: [] }];
  }
  const first = classes.slice(0, MAX_CLASSES);
  const explained = known.filter((test) => test.classes.length > 0);
  const worst = first[0]!;
  const top = worst.places[0]!;
  const fix = worst.options.find(({ recommended }) => recommended);
  return [
    {
      says: `${plural(classes.length, 'root-cause class', 'root-cause classes')} in ${size}.`,
      at: first.map(({ places }) => place(places[0]!.findings[0]!)),
    },
    ...first.map(({ title, rule, places, sure, may }) => ({
      says: `The code ${title} in ${plural(places.length, 'place')} (${rule}): ${reachWords(sure, may)}.`,
      at: places.slice(0, MAX_CLASSES).map(({ findings }) => place(findings[0]!)),
    })),
    ...explained.map(({ id, hypothesis, locations }) => ({
      says: `\`${id}\` is known to be flaky. ${hypothesis[0]!.says}`,
      at: [...locations.map(place), ...hypothesis[0]!.at],
    })),
    ...(fix === undefined
      ? []
      : [
          {
            says: `First to mend: \`${top.name}\`. Recommended: ${fix.name}.`,
            at: top.findings.map(place),
          },
        ]),
  ];
}

const place = ({ file, line }: { readonly file: string; readonly line: number }) => ({ file, line });
