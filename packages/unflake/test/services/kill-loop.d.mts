/** `moments`: how long each kill waits after the process has started, in ms. */
export function killLoop(
  folder: string,
  moments: readonly number[],
  env?: Readonly<Record<string, string>>,
): Promise<{
  readonly kills: number;
  readonly recordedAtKill: readonly number[];
  readonly finding: unknown;
  readonly runs: number;
  readonly trials: number;
}>;
