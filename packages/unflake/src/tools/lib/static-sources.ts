/**
 * Scans the code that one test reaches, within a short time limit: evidence for a diagnosis. The diagnosis continues without it if the
 * project is too large, the test is not found in the code, or the index cannot be written.
 */

import { fileOf } from '../../contract/file-of.ts';
import { type ScanFinding, SEVERITIES, type Severity } from '../../contract/scan.ts';
import type { StaticSource } from '../../contract/static-source.ts';
import { projectFiles } from '../../scan/project-files.ts';
import { openReach } from '../../scan/reach/open-reach.ts';
import { reachedFrom } from '../../scan/reach/reached-from.ts';
import { findTest } from '../../scan/report/find-test.ts';
import { RULES } from '../../scan/rules/index.ts';
import { scanProject } from '../../scan/scan-project.ts';
import { grammarsOf } from '../../scan/syntax/language.ts';
import { loadParser } from '../../scan/syntax/parser.ts';
import type { ToolContext } from './tool.ts';

/** A diagnosis takes minutes; this must not be noticeable. */
export const MAX_SOURCES_MS = 3_000;
const MAX_FILES = 3_000;
const MAX_SCANNED = 40;
const MAX_SOURCES = 20;

/** Takes as long as the rest and needs only a name, so it can run before the test is known to exist. */
export async function loadGrammarOf(test: string): Promise<void> {
  await loadParser(grammarsOf([fileOf(test) ?? test]));
}

const OF_RULES = new Map<string, Severity>(RULES.map(({ id, severity }) => [id, severity]));
const severityOf = ({ rule, severity }: ScanFinding): Severity => OF_RULES.get(rule) ?? severity;

export async function staticSources(
  root: string,
  test: string,
  index: string,
  { clock, signal }: Pick<ToolContext, 'clock' | 'signal'>,
  withinMs: number = MAX_SOURCES_MS,
): Promise<readonly StaticSource[]> {
  const { files } = await projectFiles(root);
  if (files.length > MAX_FILES) return [];
  const limited = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  try {
    const { graph, status } = await openReach({
      root,
      files,
      index,
      nowMs: clock.currentTimeMillis(),
      signal: limited,
    });
    const tests = findTest(graph, test);
    const [found] = tests;
    if (!status.complete || tests.length !== 1 || found === undefined) return [];
    const { program } = graph;
    const start = program.nodeAt(program.at(found.file)!, found.line);
    const reached = reachedFrom(graph, [start]);
    const near = [...new Set([...reached].map((node) => program.fileOf(node).path))].slice(0, MAX_SCANNED);
    const { findings } = await scanProject({ root, files: near, severities: {}, signal: limited });
    // The test is flaky: whatever lies on its way is as grave as its rule.
    return findings
      .map((finding) => ({ ...finding, severity: severityOf(finding) }))
      .filter(({ file, line }) => reached.has(program.nodeAt(program.at(file)!, line)))
      .toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))
      .flatMap(({ rule, file, line, cause, severity, message, code }) =>
        cause === null ? [] : [{ ...{ rule, file, line, cause, severity, message, code } }],
      )
      .slice(0, MAX_SOURCES);
  } catch (error) {
    // The disk or the index failed; a diagnosis needs neither.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
