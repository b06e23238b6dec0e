/**
 * Where Python keeps what it has compiled: never in the project. With a cache the project's modules are compiled once for all trials, as
 * they would be for a person who runs the suite again.
 */
export function bytecode(cache: string | undefined): Readonly<Record<string, string | null>> {
  // The first is for the processes that tests start; our probe undoes it for its own once the cache is in place.
  return { PYTHONDONTWRITEBYTECODE: '1', UNFLAKE_BYTECODE: cache === undefined ? null : `${cache}/bytecode` };
}
