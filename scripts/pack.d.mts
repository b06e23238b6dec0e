/** The path of the tarball, in `to`. */
export function pack(to: string): Promise<string>;
