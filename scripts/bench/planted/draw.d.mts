import type { Project } from './plant.d.mts';

export interface Drawn {
  readonly kind: string;
  readonly project: Project;
  readonly order: readonly string[];
  readonly port: number;
  readonly seed: number;
}

export function draw(
  projects: readonly Project[],
  options: { readonly count: number; readonly seed: number; readonly kinds?: readonly string[] },
): readonly Drawn[];
