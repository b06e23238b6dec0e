type Specs = Readonly<Record<string, string>>;

/** Sets of packages (name → exact version) that tests request from npm. */
export const NPM_SETS: readonly Specs[];
/** The same for pip. */
export const PYTHON_SETS: readonly Specs[];
export function setName(specs: Specs): string;
/** Throws inside the lanes of `npm test` if none of `sets` equals `specs`. */
export function refuseUnlisted(sets: readonly Specs[], specs: Specs): void;
