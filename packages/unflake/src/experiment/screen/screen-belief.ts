/** What a screening believes after its trials. */
import type { RateFit } from '../statistics/rate-grid.ts';

export interface ScreenBelief {
  /** For each hypothesis; they sum to one. */
  readonly posterior: Float64Array;
  readonly fits: readonly RateFit[];
  /** The likeliest hypothesis that blames something, and its posterior. */
  readonly top: number;
  readonly topPosterior: number;
  /** That no factor matters. */
  readonly none: number;
}
