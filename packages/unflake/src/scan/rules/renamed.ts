/** Names that rules had before. They are accepted for one release, in comments and in the config file, with a note. */

/** Old kind → its name now. Entries go with the release after the one that brought them. */
const RENAMED: ReadonlyMap<string, string> = new Map([['unseeded-dice', 'unseeded-random']]);

/** An old name that was found, and what it is called now. */
export interface OldName {
  readonly from: string;
  readonly to: string;
}

/** What a rule is called now, whether it is named by its id or by its kind alone. */
export function currentName(rule: string): string {
  const slash = rule.lastIndexOf('/') + 1;
  return rule.slice(0, slash) + (RENAMED.get(rule.slice(slash)) ?? rule.slice(slash));
}

/** Those of some names that are old. */
export const oldNames = (names: Iterable<string>): readonly OldName[] =>
  [...names].map((from) => ({ from, to: currentName(from) })).filter(({ from, to }) => from !== to);
