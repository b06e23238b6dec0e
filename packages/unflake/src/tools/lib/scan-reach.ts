/** Adds to findings the tests that reach them: first updates the index over the whole project. */
import type { ScanFinding, ScanProblem } from '../../contract/scan.ts';
import { projectFiles } from '../../scan/project-files.ts';
import { openReach, type Reach } from '../../scan/reach/open-reach.ts';
import type { ToolContext } from './tool.ts';

/** Per finding; the counts include all. */
const MAX_TESTS = 200;

export interface ProjectReach {
  readonly reach: Reach;
  readonly problems: readonly ScanProblem[];
}

export async function openProjectReach(
  place: { readonly root: string; readonly index: string },
  { clock, signal }: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<ProjectReach> {
  const { files } = await projectFiles(place.root);
  const reach = await openReach({ ...place, files, nowMs: clock.currentTimeMillis(), signal });
  return {
    reach,
    problems: reach.status.complete ? [] : [{ file: '.', why: 'was not indexed to its end, so tests may be missing' }],
  };
}

export function withReach(findings: readonly ScanFinding[], { reach }: ProjectReach): readonly ScanFinding[] {
  return findings.map((finding) => {
    const reached = reach.reaching(finding.file, finding.line);
    const { severityIfReached, ...found } = finding;
    const severity = (reached?.sure ?? 0) > 0 ? (severityIfReached ?? finding.severity) : finding.severity;
    return { ...found, severity, reachedBy: reached && { ...reached, tests: reached.tests.slice(0, MAX_TESTS) } };
  });
}
