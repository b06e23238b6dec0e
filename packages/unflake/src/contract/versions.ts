/** Versions of what crosses a boundary. docs/stability.md says what raises which part. */
export const SCHEMA_VERSION = '1.0.0';
export const TOOLING_VERSION = '0.1.0';
/** A store written by a newer major is refused; a newer minor is read but not written. */
export const STORE_FORMAT = { major: 1, minor: 0 } as const;
