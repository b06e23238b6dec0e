/** `unflake scan --fix`: from the options to the files that are written or shown. */
import type { ScanFixes } from '../../contract/scan.ts';
import { fixProject } from '../../scan/fix/fix-project.ts';
import { gitIn } from '../../scan/history/git.ts';
import type { ProjectScan } from '../../scan/scan-project.ts';
import type { ToolContext } from './tool.ts';

export interface FixAsked {
  readonly root: string;
  readonly files: readonly string[];
  readonly given: { readonly dryRun: boolean; readonly fixDirty: boolean };
  readonly context: ToolContext;
}

export function fixFindings({ findings }: ProjectScan, { root, files, given, context }: FixAsked): Promise<ScanFixes> {
  const { signal } = context;
  return fixProject({
    root,
    findings,
    files,
    mode: given.dryRun ? 'show' : 'write',
    dirty: given.fixDirty ? 'take' : 'leave',
    git: gitIn(root, signal),
    signal,
  });
}
