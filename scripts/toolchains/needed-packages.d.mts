type Specs = Readonly<Record<string, string>>;

/** Sets of packages (name → exact version) that tests request from npm. */
export const NPM_SETS: readonly Specs[];
/** The same for pip. */
export const PYTHON_SETS: readonly Specs[];
export function setName(specs: Specs): string;
/** The first of `sets` that holds `specs`; `specs` itself where none does, which the lanes of `npm test` refuse. */
export function setWith(sets: readonly Specs[], specs: Specs): Specs;
/** Throws inside the lanes of `npm test` if none of `sets` equals `specs`. */
export function refuseUnlisted(sets: readonly Specs[], specs: Specs): void;
