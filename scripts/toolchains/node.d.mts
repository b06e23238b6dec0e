export const NODE_VERSIONS: readonly string[];
/** The path of `node` in this version; installed on the first call. */
export function nodeVersion(version: string): Promise<string>;
