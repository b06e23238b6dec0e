/** `unflake scan`: finds sources of nondeterminism in the code. */
import { isAbsolute, relative, resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { type ScanProblem, SEVERITIES, type Severity } from '../contract/scan.ts';
import { openProject } from '../engine/subject/open-project.ts';
import { leaveOut } from '../scan/leave-out.ts';
import { changedFiles, projectFiles } from '../scan/project-files.ts';
import { isTestId } from '../scan/report/find-test.ts';
import { scanProject } from '../scan/scan-project.ts';
import { caseFlags } from './lib/case-flags.ts';
import { loadConfig } from './lib/config.ts';
import { INDEX_PLACE, indexPath } from './lib/index-place.ts';
import { chosenStore } from './lib/open-store.ts';
import { SCAN } from './lib/outputs/scan.ts';
import { fixFindings } from './lib/scan-fix.ts';
import { knownTests } from './lib/scan-known.ts';
import { openProjectReach, withReach } from './lib/scan-reach.ts';
import { writeScanReport } from './lib/scan-report.ts';
import { rulesOf } from './lib/scan-rules.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { SCAN_FORMATS, type ScanResult } from './lib/tool-results.ts';

export const scanTool = defineTool({
  name: 'scan',
  command: 'scan',
  summary: 'find sources of nondeterminism in the code, and other causes of flaky tests',
  examples: [
    { line: 'scan', does: 'the project in this folder' },
    { line: 'scan tests src/store', does: 'two folders of it' },
    { line: 'scan --changed origin/main --format github', does: 'what a change touches, as annotations in a workflow' },
    { line: 'scan --reach', does: 'with the tests that reach each finding' },
    { line: 'scan --fix --dry-run', does: 'what can be fixed automatically, as a diff' },
    { line: 'scan --report --out flaky.md', does: 'causes, tests, history and fixes as a report' },
    { line: 'scan --format sarif --out scan.sarif', does: 'for code scanning' },
  ],
  input: z.object({
    root: PLACE.root,
    config: PLACE.config,
    paths: z.array(z.string().min(1)).optional().describe('Files and folders to scan; by default the whole project'),
    changed: z.string().min(1).optional().describe('Only files that differ from this revision, and new ones'),
    failOn: z
      .enum([...SEVERITIES, 'never'])
      .default('warning')
      .describe('From which severity on a finding makes the exit status 1'),
    reach: z
      .boolean()
      .default(false)
      .describe('Say for each finding which tests reach it, with the calls that lead there'),
    report: z
      .boolean()
      .default(false)
      .describe('Write a report: causes that tests share, what was tried before, fix options, what is open'),
    fix: z.boolean().default(false).describe('Fix what can be fixed safely, in files without uncommitted changes'),
    dryRun: z.boolean().default(false).describe('With --fix: show the changes and write nothing'),
    fixDirty: z.boolean().default(false).describe('With --fix: fix files with uncommitted changes too'),
    known: z.array(z.string().min(1)).optional().describe('A test that is known to be flaky, for the report'),
    knownFile: z
      .string()
      .min(1)
      .optional()
      .describe('File with the tests that are known to be flaky, one per line; text may follow the id'),
    store: PLACE.store,
    index: INDEX_PLACE.index,
    format: z.enum(SCAN_FORMATS).default('text').describe('What to write'),
    out: z.string().min(1).optional().describe('File to write; by default the standard output'),
  }),
  output: SCAN,
  positionals: ['paths'],
  // A service never writes into a project.
  onlyTerminal: ['format', 'out', 'fix', 'dryRun', 'fixDirty'],
  async run(given, context): Promise<ScanResult> {
    if (!given.fix && (given.dryRun || given.fixDirty)) {
      const field = given.dryRun ? 'dryRun' : 'fixDirty';
      throw new UnflakeError(
        'INVALID_INPUT',
        `\`${field === 'dryRun' ? '--dry-run' : '--fix-dirty'}\` requires \`--fix\``,
        { field },
      );
    }
    const root = openProject(resolve(context.cwd, given.root ?? '.')).root;
    const config = await loadConfig(root, given.config === undefined ? undefined : resolve(context.cwd, given.config));
    const { files, problems } = await projectFiles(
      root,
      (given.paths ?? []).map((path) => inside(root, path, context)),
    );
    const asked = given.changed === undefined ? files : await changed(root, given.changed, files);
    const { files: wanted, excluded, idle } = leaveOut(asked, config.scan.exclude);
    // A pattern that matches nothing is fine if only a part of the project is scanned.
    const whole = given.changed === undefined && given.paths === undefined;
    const stale = whole && config.file !== null ? idle.map((pattern) => isStale(root, config.file!, pattern)) : [];
    const scanned = { root, files: wanted, severities: config.scan.rules, signal: context.signal };
    const first = await scanProject(scanned);
    for (const { from, to } of first.oldNames)
      context.emit({
        type: 'note',
        text: `the rule ${from} is called ${to} now; the old name is accepted for one release`,
      });
    const fixes = given.fix ? await fixFindings(first, { root, files, given, context }) : null;
    const scan = fixes?.written && fixes.files.length > 0 ? await scanProject(scanned) : first;
    const index = indexPath(root, given, context);
    const reach = given.reach || given.report ? await openProjectReach({ root, index }, context) : null;
    const findings = reach === null ? scan.findings : withReach(scan.findings, reach);
    const all = [...problems, ...stale, ...scan.problems, ...(reach?.problems ?? [])];
    const isTest = (id: string) => reach !== null && isTestId(reach.reach.graph, id);
    const asks = { ...given, store: chosenStore(given.store, config, context) };
    const known = given.report && reach ? await knownTests(root, asks, context, isTest) : [];
    return {
      root,
      files: scan.files,
      lines: scan.lines,
      findings,
      rules: rulesOf(findings),
      problems: all,
      excluded,
      failOn: given.failOn,
      format: given.format,
      out: given.out ?? null,
      ...(fixes === null ? {} : { fixes }),
      ...(given.report && reach
        ? {
            report: await writeScanReport(
              { ...scan, findings, problems: all, excluded },
              reach.reach,
              known,
              {
                root,
                caseFlags: caseFlags(
                  { root: given.root, store: chosenStore(given.store, config, context) },
                  context.cwd,
                ),
              },
              context,
            ),
          }
        : {}),
    };
  },
  exitCode: ({ findings, failOn }) =>
    findings.some(({ severity }) => counts(severity, failOn)) ? EXIT.found : EXIT.done,
});

const isStale = (root: string, file: string, pattern: string): ScanProblem => ({
  file: relative(root, file),
  why: `scan.exclude has \`${pattern}\`, but no file matches it`,
});

function counts(severity: Severity, failOn: ScanResult['failOn']): boolean {
  return failOn !== 'never' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn);
}

/** Paths from the user are relative to the current folder; they must be inside the root. */
function inside(root: string, path: string, { cwd }: ToolContext): string {
  const absolute = resolve(cwd, path);
  const below = relative(root, absolute);
  if (below.startsWith('..') || isAbsolute(below)) {
    throw new UnflakeError('INVALID_INPUT', `\`${path}\` is outside the root ${root}`, { path, root });
  }
  return absolute;
}

async function changed(root: string, revision: string, files: readonly string[]): Promise<readonly string[]> {
  const touched = await changedFiles(root, revision);
  if (touched === null) {
    throw new UnflakeError('INVALID_INPUT', `git knows no revision \`${revision}\` in ${root}`, { revision, root });
  }
  return files.filter((file) => touched.has(file));
}
