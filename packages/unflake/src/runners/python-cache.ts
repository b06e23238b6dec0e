/**
 * The folder for bytecode that trials of Python share: never in the project. With a cache the project's modules are compiled once for all trials, as for a
 * person who runs the suite again.
 */
export function bytecode(cache: string | undefined): Readonly<Record<string, string | null>> {
  // The first variable is for processes that tests start; our probe undoes it for itself once the cache is in place.
  return { PYTHONDONTWRITEBYTECODE: '1', UNFLAKE_BYTECODE: cache === undefined ? null : `${cache}/bytecode` };
}
