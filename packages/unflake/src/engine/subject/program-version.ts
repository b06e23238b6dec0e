/** The version of a runner that a project has, as the runner itself says it. */
import type { TrialWorkspace } from '../trial-workspace.ts';
import { npmPackage } from './npm-package.ts';
import { runInFolder } from './run-in-folder.ts';
import type { Subject } from './subject.ts';

const MAX_CHECK_MS = 60_000;
/** `Apache Maven 3.8.7 (…)`, `go version go1.26.8`, `pytest 9.0.2`. */
const VERSION = /\d+\.\d+[\w.-]*/;

/** Null where it does not say. */
export async function programVersion(
  { adapter, folder, program }: Pick<Subject, 'adapter' | 'folder' | 'program'>,
  workspace: TrialWorkspace,
  signal: AbortSignal,
): Promise<string | null> {
  const { npm, check } = adapter.program;
  if (npm !== undefined) return npmPackage(adapter.program, folder)?.version ?? null;
  const asked = check.some((word) => word.includes('version')) && check.length < 4 ? check : ['--version'];
  const argv = [program[0], ...program.slice(1), ...asked] as const;
  const command = { argv, env: {}, cwd: folder, files: {}, reads: [] };
  const { code, stdout, stderr } = await runInFolder(command, workspace, { timeBoxMs: MAX_CHECK_MS, signal });
  return code === 0 ? (VERSION.exec(`${stdout}\n${stderr}`)?.[0] ?? null) : null;
}
