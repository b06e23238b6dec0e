/** What a finished command tells its caller. Codes from 4 on are faults and stand in the table of faults. */
export const EXIT = { done: 0, found: 1, usage: 2, inconclusive: 3, interrupted: 130 } as const;
