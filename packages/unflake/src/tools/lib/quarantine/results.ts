/** Results of the tools about quarantine. */
import type { EntryCheck } from '../../../experiment/quarantine/check-entry.ts';
import type { CommandEnd, GateDecision } from '../../../experiment/quarantine/gate.ts';
import type { QuarantineCaps, QuarantineEntry } from '../../../experiment/quarantine/quarantine-entry.ts';

export interface QuarantineListResult {
  readonly file: string;
  readonly entries: readonly QuarantineEntry[];
  readonly caps: QuarantineCaps;
}

export interface QuarantineChangeResult extends QuarantineListResult {
  /** What was added or removed. */
  readonly changed: QuarantineEntry;
}

export interface QuarantineCheckResult {
  readonly file: string;
  readonly checks: readonly EntryCheck[];
  /** Of the list as a whole. */
  readonly problems: readonly string[];
}

export interface QuarantineGateResult extends GateDecision {
  readonly file: string;
  readonly tests: number;
  readonly command: (CommandEnd & { readonly argv: readonly string[]; readonly output: string }) | null;
  /** Results that were put into the history; null where that was not asked for. */
  readonly ingested: number | null;
}
