/** Parses the reports of Go's race detector: the two locations of the project that use the same memory without synchronization. */
import type { DetectorReport } from '../../contract/detector-report.ts';
import type { TestId } from '../../contract/test-id.ts';

const BLOCK = /^WARNING: DATA RACE\n([\s\S]*?)^={18}$/gm;
const ACCESS = /^(?:Previous )?((?:atomic )?(?:read|write)) at 0x[0-9a-f]+ by (?:goroutine \d+|main goroutine):$/i;
const PLACE = /^\s+(\/.*\.go:\d+)(?: \+0x[0-9a-f]+)?$/;

interface Access {
  readonly does: string;
  /** The innermost location in the project, else the innermost of all. */
  readonly where: string | null;
  readonly own: boolean;
}

/** `tests`: those that ran; a single one is named in the reports. Each pair of locations is reported once. */
export function raceReports(output: string, root: string, tests: readonly TestId[]): readonly DetectorReport[] {
  const test = tests.length === 1 ? tests[0]! : null;
  const reported = new Set<string>();
  return [...output.matchAll(BLOCK)].flatMap(([, text = '']) => {
    const accesses = accessesIn(text, root);
    const [first, second] = accesses;
    if (first === undefined || second === undefined) return [];
    // The same in either order.
    const pair = [first, second].map(inWords).sort().join(' and ');
    if (reported.has(pair)) return [];
    reported.add(pair);
    const says = `${pair} by two goroutines, without synchronization`;
    return [{ detector: 'data-race', says, where: accesses.find(({ own }) => own)?.where ?? null, test } as const];
  });
}

const inWords = ({ does, where }: Access): string => `${does} at ${where ?? 'an unknown location'}`;

function accessesIn(text: string, root: string): readonly Access[] {
  return text.split(/\n\s*\n/).flatMap((part) => {
    const [head = '', ...lines] = part.split('\n');
    const [, does] = ACCESS.exec(head) ?? [];
    if (does === undefined) return [];
    const places = lines.flatMap((line) => PLACE.exec(line)?.[1] ?? []);
    const inProject = places.find((place) => place.startsWith(`${root}/`));
    const where = inProject?.slice(root.length + 1) ?? places[0] ?? null;
    return [{ does: does.toLowerCase(), where, own: inProject !== undefined }];
  });
}
