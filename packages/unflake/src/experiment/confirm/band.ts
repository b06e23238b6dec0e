/** Names a failure rate by the table of the fixed protocol, failures in ten runs: 1–3 sometimes, 4–7 often, 8–10 mostly. */
import type { Count } from '../../contract/evidence.ts';
import type { Band } from '../findings.ts';

// Half-way between the table's rows. Below one in ten the table asks for twenty runs; that is `rare`.
const SOMETIMES_FROM = 0.1;
const OFTEN_FROM = 0.35;
const MOSTLY_FROM = 0.75;

export function bandOf({ failures, runs }: Count): Band {
  if (failures === 0) return 'never';
  if (failures === runs) return 'always';
  const rate = failures / runs;
  if (rate < SOMETIMES_FROM) return 'rare';
  if (rate < OFTEN_FROM) return 'sometimes';
  return rate < MOSTLY_FROM ? 'often' : 'mostly';
}
