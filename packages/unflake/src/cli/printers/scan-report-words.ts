/** Statements of a scan's report in Markdown, each with its evidence. */
import type { Pointer, Statement } from '../../contract/scan-report.ts';
import { code } from '../text/markdown.ts';

export function statement({ says, at }: Statement): string {
  return `- ${prose(says)}${pointers(at)}`;
}

export function pointers(at: readonly Pointer[]): string {
  const shown = [...new Set(at.map(pointer))];
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

function pointer(at: Pointer): string {
  if ('file' in at) return code(`${at.file}:${at.line}`);
  return 'commit' in at ? `commit ${code(at.commit.slice(0, 12))}` : `case ${code(at.caseId)}`;
}

/** Our own sentences with foreign code in backticks: only the code is escaped. */
export function prose(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/\s+/g, ' ').trim();
}
