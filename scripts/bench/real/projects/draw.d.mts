export interface Ecosystem {
  readonly ecosystem: string;
  readonly names: readonly string[];
}
export function readEcosystems(text: string): readonly Ecosystem[];
export function draw(
  ecosystems: readonly Ecosystem[],
  seed: number,
  isTried: (name: string) => boolean,
): readonly { readonly ecosystem: string; readonly share: number; readonly order: readonly string[] }[];
