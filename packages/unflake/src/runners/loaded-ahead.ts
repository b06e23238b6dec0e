/** Where processes that start cold write down which code of others the project loads, for those that serve and load it ahead. */
export function loadedAhead(runner: string, cache: string | undefined): Readonly<Record<string, string | null>> {
  return { UNFLAKE_IMPORTS: cache === undefined ? null : `${cache}/${runner}-imports.json` };
}
