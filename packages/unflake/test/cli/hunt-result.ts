/** The result of a hunt as its tests compare it. */
import type { HuntResult } from '../../src/contract/hunt.ts';
import type { Answer } from './unflake.ts';

export function huntOf({ stdout, stderr }: Answer): HuntResult {
  const envelope = JSON.parse(stdout) as { readonly ok: boolean; readonly result: HuntResult };
  if (!envelope.ok) throw new Error(`${stdout}\n${stderr}`);
  return envelope.result;
}

/** Without what a clock decides. */
export function comparableHunt({ huntId: _id, cost: _cost, rounds, ...rest }: HuntResult): unknown {
  const text = JSON.stringify({ ...rest, rounds: rounds.map(({ ms: _ms, ...round }) => round) });
  return JSON.parse(text.replaceAll(/\bh-\w{6}\b/g, '<HUNT>'));
}
