/** The folder whose `node_modules` holds these packages (name → exact version), and others of their set; installed on the first call. */
export function npmTools(specs: Record<string, string>): Promise<string>;
