/** What people paste to name a test of a runner. */
export interface PastedTexts {
  readonly ids: readonly string[];
  /** Each finds one test. */
  readonly texts: Readonly<Record<string, string>>;
  readonly several: Readonly<Record<string, readonly string[]>>;
  readonly none: readonly string[];
}
