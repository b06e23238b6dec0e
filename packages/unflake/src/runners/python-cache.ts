/** Files that trials of Python share, in the cache: bytecode, and what a server loads ahead. */

/**
 * The folder for bytecode: never in the project. With a cache the project's modules are compiled once for all trials, as for a
 * person who runs the suite again.
 */
export function bytecode(cache: string | undefined): Readonly<Record<string, string | null>> {
  // The first variable is for processes that tests start; our probe undoes it for itself once the cache is in place.
  return { PYTHONDONTWRITEBYTECODE: '1', UNFLAKE_BYTECODE: cache === undefined ? null : `${cache}/bytecode` };
}

/** Where processes that start cold write down which modules of others the project imports, for those that serve. */
export function imports(runner: string, cache: string | undefined): Readonly<Record<string, string | null>> {
  return { UNFLAKE_IMPORTS: cache === undefined ? null : `${cache}/${runner}-imports.json` };
}
