/** Selections as indices into the suite, with runs written as ranges: `0-499,7`. Tests that are not in the suite are spelled out. */
import type { TestId } from '../contract/test-id.ts';

/** Ranges, or ranges with names: `["0-4", "a name", "9"]`. */
export type PackedSelection = string | readonly string[];

export interface SuiteIndex {
  readonly suite: readonly TestId[];
  readonly placeOf: ReadonlyMap<TestId, number>;
}

export function indexSuite(suite: readonly TestId[]): SuiteIndex {
  const placeOf = new Map<TestId, number>();
  for (const [place, test] of suite.entries()) if (!placeOf.has(test)) placeOf.set(test, place);
  return { suite, placeOf };
}

export function packSelection(tests: readonly TestId[], { placeOf }: SuiteIndex): PackedSelection {
  const parts: { ranges: string[]; foreign?: string }[] = [{ ranges: [] }];
  let at = 0;
  while (at < tests.length) {
    const start = placeOf.get(tests[at]!);
    if (start === undefined) {
      parts.push({ ranges: [], foreign: tests[at]! });
      at += 1;
      continue;
    }
    let length = 1;
    while (at + length < tests.length && placeOf.get(tests[at + length]!) === start + length) length += 1;
    parts.at(-1)!.ranges.push(length === 1 ? `${start}` : `${start}-${start + length - 1}`);
    at += length;
  }
  if (parts.length === 1) return parts[0]!.ranges.join(',');
  // Ranges and names alternate: even positions hold ranges, which may be empty.
  return parts.flatMap(({ ranges, foreign }) =>
    foreign === undefined ? [ranges.join(',')] : [foreign, ranges.join(',')],
  );
}

export function unpackSelection(packed: PackedSelection, { suite }: SuiteIndex): readonly TestId[] {
  if (typeof packed === 'string') return unpackRanges(packed, suite);
  return packed.flatMap((part, place) => (place % 2 === 0 ? unpackRanges(part, suite) : [part as TestId]));
}

function unpackRanges(ranges: string, suite: readonly TestId[]): readonly TestId[] {
  if (ranges === '') return [];
  return ranges.split(',').flatMap((range) => {
    const [first, last] = range.split('-').map(Number);
    return suite.slice(first!, (last ?? first!) + 1);
  });
}

/** The number of tests in a packed selection, without unpacking it. */
export function selectionSize(packed: PackedSelection): number {
  if (typeof packed !== 'string') {
    return packed.reduce((sum, part, place) => sum + (place % 2 === 0 ? selectionSize(part) : 1), 0);
  }
  if (packed === '') return 0;
  return packed.split(',').reduce((sum, range) => {
    const [first, last] = range.split('-').map(Number);
    return sum + (last ?? first!) - first! + 1;
  }, 0);
}
