/** The decision table of the fixed protocol after isolation. Our own rule is `isolate`. */
import type { Count } from '../../contract/evidence.ts';

export type Regularity = 'Always passes' | 'Sometimes fails' | 'Always fails';

export interface TableRow {
  readonly isolated: Regularity;
  readonly inSuite: Regularity;
  readonly diagnosis: string;
  readonly next: 'bisection' | 'timing' | 'report';
}

export function tableRow(alone: Count, suite: Count): TableRow {
  const isolated = regularity(alone);
  const inSuite = regularity(suite);
  return { isolated, inSuite, ...decision(isolated, inSuite) };
}

/** As the table writes a row: `Always passes | Sometimes fails | Ordering-dependent`. */
export function rowText({ isolated, inSuite, diagnosis }: TableRow): string {
  return [isolated, inSuite, diagnosis].join(' | ');
}

export function regularity({ failures, runs }: Count): Regularity {
  if (failures === 0) return 'Always passes';
  return failures === runs ? 'Always fails' : 'Sometimes fails';
}

/** A test that fails in every suite run and never alone, or the reverse, belongs to the "sometimes" row, because it did fail. */
function decision(isolated: Regularity, inSuite: Regularity): Pick<TableRow, 'diagnosis' | 'next'> {
  if (isolated === 'Always fails' && inSuite === 'Always fails') {
    return { diagnosis: 'Not flaky — consistently broken', next: 'report' };
  }
  if (isolated === 'Always passes' && inSuite !== 'Always passes') {
    return { diagnosis: 'Ordering-dependent', next: 'bisection' };
  }
  if (isolated !== 'Always passes' && inSuite === 'Always passes') {
    return { diagnosis: 'Unusual — possible resource leak from the test itself', next: 'timing' };
  }
  if (isolated === 'Sometimes fails' && inSuite === 'Sometimes fails') {
    return { diagnosis: 'Not ordering-dependent', next: 'timing' };
  }
  // The three pairs that the protocol's own table leaves out.
  if (inSuite === 'Always passes') return { diagnosis: 'No failure seen', next: 'timing' };
  const side = isolated === 'Always fails' ? 'alone than in the suite' : 'in the suite than alone';
  return { diagnosis: `Fails more often ${side}`, next: 'timing' };
}
