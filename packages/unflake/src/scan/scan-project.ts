/** Every file of a project to its findings, one file after the other, so that memory stays that of the largest file. */
import { join } from 'node:path';
import type { ScanFinding, ScanProblem, Severity } from '../contract/scan.ts';
import { readSource } from './read-source.ts';
import { RULES } from './rules/index.ts';
import { currentName, type OldName, oldNames } from './rules/renamed.ts';
import { scanText } from './scan-text.ts';
import { grammarsOf, readingOf } from './syntax/language.ts';
import { loadParser, ParserMissing } from './syntax/parser.ts';

export interface ProjectScan {
  readonly findings: readonly ScanFinding[];
  readonly problems: readonly ScanProblem[];
  readonly files: number;
  readonly lines: number;
  /** That the config file and comments use for rules. */
  readonly oldNames: readonly OldName[];
}

export interface ProjectScanOptions {
  readonly root: string;
  /** Relative to the root; those in no language of ours are passed over. */
  readonly files: readonly string[];
  /** By rule id or short name, as the config file says; `off` silences a rule. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  readonly signal?: AbortSignal;
  readonly onFile?: (done: number, of: number) => void;
}

export async function scanProject(options: ProjectScanOptions): Promise<ProjectScan> {
  const { root, signal, onFile } = options;
  const severities = withCurrentNames(options.severities);
  const old = new Map(oldNames(Object.keys(options.severities)).map((one) => [one.from, one]));
  const isOff = ({ id }: { readonly id: string }): boolean => severityOf(id, severities) === 'off';
  // Those that are off are not even looked for.
  const rules = RULES.some(isOff) ? RULES.filter((rule) => !isOff(rule)) : RULES;
  const ours = options.files.filter((file) => readingOf(file) !== null);
  const parse = await loadParser(grammarsOf(ours));
  const findings: ScanFinding[] = [];
  const problems: ScanProblem[] = [];
  let lines = 0;
  for (const [index, file] of ours.entries()) {
    if (signal?.aborted) break;
    onFile?.(index, ours.length);
    const { text, why } = readSource(join(root, file));
    if (why !== null) problems.push({ file, why });
    if (text === null) continue;
    lines += countLines(text);
    try {
      const scan = scanText(file, text, parse, rules);
      if (scan === null) continue;
      findings.push(...scan.findings.flatMap((finding) => weighed(finding, severities)));
      problems.push(...scan.problems);
      for (const one of scan.oldNames) old.set(one.from, one);
    } catch (error) {
      if (!(error instanceof ParserMissing)) throw error;
      problems.push({ file, why: error.message });
    }
    // The caller's signal and progress are seen between files.
    if (index % FILES_BETWEEN_PAUSES === 0) await new Promise(setImmediate);
  }
  return { findings, problems, files: ours.length, lines, oldNames: [...old.values()] };
}

const withCurrentNames = (severities: ProjectScanOptions['severities']): ProjectScanOptions['severities'] =>
  Object.fromEntries(Object.entries(severities).map(([rule, severity]) => [currentName(rule), severity]));

const FILES_BETWEEN_PAUSES = 50;

function weighed(finding: ScanFinding, severities: ProjectScanOptions['severities']): readonly ScanFinding[] {
  const severity = severityOf(finding.rule, severities);
  if (severity === undefined) return [finding];
  const { severityIfReached: _, ...found } = finding;
  return severity === 'off' ? [] : [{ ...found, severity }];
}

function severityOf(rule: string, severities: ProjectScanOptions['severities']): Severity | 'off' | undefined {
  return severities[rule] ?? severities[rule.slice(rule.indexOf('/') + 1)];
}

function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
