/** The folder whose `node_modules` holds exactly these packages (name → exact version); installed on the first call. */
export function npmTools(specs: Record<string, string>): Promise<string>;
