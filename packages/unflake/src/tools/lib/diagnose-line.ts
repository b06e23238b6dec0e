/** The command that diagnoses a test of a hunt or a certification, as a person would type it where that was asked for. */
import type { TestId } from '../../contract/test-id.ts';
import { quoteWord } from '../../text/shell-line.ts';
import type { CasePrinting } from './case/write-diagnosis.ts';
import { fromRoot } from './from-root.ts';

/** `folder`: of the runner, relative to the root. */
export function diagnoseLine(
  test: TestId,
  { folder = '.' }: { readonly folder?: string },
  { subject, caseFlags }: Pick<CasePrinting, 'subject' | 'caseFlags'>,
): string {
  return `unflake diagnose ${quoteWord(fromRoot(test, subject.adapter, folder))}${caseFlags}`;
}
