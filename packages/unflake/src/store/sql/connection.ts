/** What the queries need from a database. Both dialects answer the same SQL, with `?` for each value. */

/** A value that a column keeps. */
export type Value = string | number | null | Uint8Array;
/** What a query answers. PostgreSQL answers whole numbers as strings: `Number` reads both. */
export type Row = Readonly<Record<string, Value>>;

export type ColumnType = 'BIGINT' | 'DOUBLE PRECISION' | 'TEXT';

export type Columns = Readonly<Record<string, ColumnType>>;
/** A value for each of the columns. */
export type GivenRow = Readonly<Record<string, string | number | null>>;

/** What one database says in another way than the other. Everything else in a query is understood by both. */
export interface Dialect {
  /** The rows as tables called `given`, for FROM: in as many statements as suit the database. */
  readonly batches: (columns: Columns, rows: readonly GivenRow[]) => Iterable<GivenBatch>;
  /** Makes a transaction wait until no other changes the history; null where every transaction does so by itself. */
  readonly waitForHistory: string | null;
}

export interface GivenBatch {
  readonly given: string;
  readonly values: readonly Value[];
}

/** All errors of the database and the system become faults. */
export interface Statements {
  readonly dialect: Dialect;
  readonly get: (sql: string, ...values: readonly Value[]) => Promise<Row | undefined>;
  readonly all: (sql: string, ...values: readonly Value[]) => Promise<readonly Row[]>;
  /** The number of changed rows. */
  readonly run: (sql: string, ...values: readonly Value[]) => Promise<number>;
}

export interface Connection extends Statements {
  /** The file or address, for people: without a password. */
  readonly place: string;
  /** Opens it again. */
  readonly address: string;
  /** Who holds a case: this process, as it is written into the row. */
  readonly holder: string;
  /** Whether the process that wrote this still holds it. */
  readonly isHeld: (holder: string, within: Statements) => Promise<boolean>;
  /** JSON as this database keeps it; `unpack` reads it. */
  readonly pack: (value: unknown) => Value;
  /** Either all of it is stored or nothing, and nothing else of this connection comes between. */
  readonly transaction: <Result>(work: (within: Statements) => Promise<Result>) => Promise<Result>;
  readonly facts: () => Promise<StoreFacts>;
  readonly close: () => Promise<void>;
}

/** What a database says of itself. */
export interface StoreFacts {
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** Of the program behind it. */
  readonly version: string;
  /** What it occupies, with its log. */
  readonly bytes: number;
}

/** The pid in what a holder wrote. */
export const pidOf = (holder: string): number => Number(holder.split('-')[1]);
