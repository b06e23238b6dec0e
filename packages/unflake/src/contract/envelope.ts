/** The answer of every tool over every transport. Only these top-level keys; nothing is merged into them. */
export interface Meta {
  readonly schemaVersion: string;
  readonly toolingVersion: string;
  readonly ts: string;
  readonly requestId: string;
  readonly durationMs: number;
}

export type Envelope<Result = unknown> =
  | { readonly ok: true; readonly result: Result; readonly _meta: Meta }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly details: Readonly<Record<string, unknown>>;
      };
      readonly _meta: Meta;
    };
