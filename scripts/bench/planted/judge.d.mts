export interface PlantedJudgement {
  readonly verdict: string;
  readonly right: boolean;
  readonly wrongIsolated: boolean;
  readonly trueFirst: boolean;
}

export function judge(
  envelope: object | null,
  plant: {
    readonly causes: readonly string[];
    readonly knobs?: readonly string[];
    readonly ids: Readonly<Record<string, string>>;
  },
): PlantedJudgement;
