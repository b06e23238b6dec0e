type Specs = Readonly<Record<string, string>>;

/** Sets of packages (name → exact version) that tests ask npm for. */
export const NPM_SETS: readonly Specs[];
/** The same for pip. */
export const PYTHON_SETS: readonly Specs[];
export function setName(specs: Specs): string;
/** Throws inside the lanes of `npm test` where none of `sets` is the same as `specs`. */
export function refuseUnlisted(sets: readonly Specs[], specs: Specs): void;
