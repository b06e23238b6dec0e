/** The rates of an order search: p after a culprit, q without one. A culprit may strike rarely; weaker ones would cost thousands of trials. */
import { rateGrid } from '../statistics/rate-grid.ts';

export const ORDER_RATES = rateGrid({ lowest: 0.03, minOddsRatio: 3 });
