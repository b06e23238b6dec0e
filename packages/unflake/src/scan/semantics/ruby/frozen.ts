/** Tests that stop the clock themselves may read it. */
import type { SourceFile } from '../../facts/source-file.ts';

export const isFrozen = (file: SourceFile): boolean =>
  file.isTestFile && /\b(?:Timecop\.|travel_to|freeze_time|travel\b)/.test(file.text);
