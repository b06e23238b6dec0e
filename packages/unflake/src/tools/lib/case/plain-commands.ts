/**
 * For each arm of a case the command that a person would type for its trials. Built when the case closes, because the runner may be gone
 * later.
 */

import { SUBSET_ARM } from '../../../contract/case-record.ts';
import type { TrialResult } from '../../../contract/trial.ts';
import { printedCommand } from '../../../engine/trial/printed-command.ts';
import { armOf } from '../../../experiment/arm-of.ts';
import type { StoredCase } from '../../../store/port.ts';
import { shellLine } from '../../../text/shell-line.ts';
import type { CasePrinting } from './write-diagnosis.ts';

/** By arm. An arm has none if no plain command is equivalent, or if its trials differ. */
export function plainCommands(
  { test, suite }: Pick<StoredCase, 'test' | 'suite'>,
  seen: readonly TrialResult[],
  { subject, machine, within }: CasePrinting,
): Readonly<Record<string, string>> {
  const commands: Record<string, string> = {};
  const known = new Set<string>();
  for (const { trial } of seen) {
    const arm = armOf(trial, test, suite);
    if (known.has(arm)) continue;
    known.add(arm);
    if (arm.includes(SUBSET_ARM)) continue;
    const plain = printedCommand({ ...trial, mode: 'plain' }, subject, machine);
    if (plain !== null) commands[arm] = shellLine(within(plain));
  }
  return commands;
}
