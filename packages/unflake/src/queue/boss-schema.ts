/** Where pg-boss keeps its tables. In a file of its own, so that whoever only reads ours does not load pg-boss. */
export const BOSS_SCHEMA = 'unflake_queue';
