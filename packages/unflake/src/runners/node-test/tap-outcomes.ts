/** Titles and outcomes in the TAP that node:test prints, including subtests. reports/tap.ts parses the TAP of other producers. */
import type { Outcome } from '../../contract/outcome.ts';

export interface TapOutcome {
  readonly title: string;
  readonly outcome: Outcome;
}

const POINT = /^\s*(not )?ok \d+ - (.*)$/;
const DIRECTIVE = /(?<!\\) # (SKIP|TODO)\b.*$/;

export function tapOutcomes(text: string): readonly TapOutcome[] {
  return text.split('\n').flatMap((line) => {
    const point = POINT.exec(line);
    if (!point) return [];
    const directive = DIRECTIVE.exec(point[2]!)?.[1];
    const title = point[2]!.replace(DIRECTIVE, '').replace(/\\([\\#nrtbfv])/g, (_, mark: string) => unescaped(mark));
    const outcome = point[1]
      ? directive === 'TODO'
        ? 'skipped'
        : 'failed'
      : directive === 'SKIP'
        ? 'skipped'
        : 'passed';
    return [{ title, outcome }];
  });
}

function unescaped(mark: string): string {
  return { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }[mark] ?? mark;
}
