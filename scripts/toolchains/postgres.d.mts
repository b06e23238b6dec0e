/** PostgreSQL for our own tests; see postgres.mjs. */
export interface Postgres {
  readonly address: string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}
export function startPostgres(folder: string): Promise<Postgres>;
