/** The path of the tarball, in `to`. */
export function pack(to: string): Promise<string>;

/** Writes what is packed to `to`, which then is the installed package. */
export function stage(to: string): Promise<void>;
