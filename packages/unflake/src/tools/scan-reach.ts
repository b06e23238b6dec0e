/** Findings with the tests that reach them: the index is brought up to date first, over the whole project. */
import type { ScanFinding, ScanProblem } from '../contract/scan.ts';
import { projectFiles } from '../scan/project-files.ts';
import { openReach } from '../scan/reach/open-reach.ts';
import type { ToolContext } from './tool.ts';

/** Of one finding; the counts are whole. */
const MOST_TESTS = 200;

export async function reachedBy(
  findings: readonly ScanFinding[],
  place: { readonly root: string; readonly index: string },
  { clock, signal }: ToolContext,
): Promise<{ readonly findings: readonly ScanFinding[]; readonly problems: readonly ScanProblem[] }> {
  const { files } = await projectFiles(place.root);
  const reach = await openReach({ ...place, files, nowMs: clock.currentTimeMillis(), signal });
  return {
    findings: findings.map((finding) => {
      const reached = reach.reaching(finding.file, finding.line);
      return { ...finding, reachedBy: reached && { ...reached, tests: reached.tests.slice(0, MOST_TESTS) } };
    }),
    problems: reach.status.complete ? [] : [{ file: '.', why: 'was not indexed to its end, so tests may be missing' }],
  };
}
