/** The rates of a screening: p where a factor is active, q where it is not. Weaker effects would need hundreds of trials. */
import { rateGrid } from '../statistics/rate-grid.ts';

const CLEAR = { lowest: 0.18, minOddsRatio: 4 } as const;

export const SCREEN_RATES = rateGrid(CLEAR);

/** For factors that are the same in every trial: what fails under them most likely fails nearly always. */
export const STEADY_RATES = rateGrid({ ...CLEAR, nearlyAlways: 0.75 });
