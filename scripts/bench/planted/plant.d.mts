export interface Project {
  readonly name: string;
  readonly runner: string;
  readonly tests: string;
  readonly source: string;
  readonly package?: string;
  readonly ending?: string;
  readonly modules?: string;
}

export interface Plant {
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  readonly ids: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
  readonly causes: readonly string[];
}

export function canPlant(kind: string, project: Project): boolean;
export function makePlant(
  kind: string,
  project: Project,
  drawn: { readonly order: readonly string[]; readonly port: number },
): Plant;
