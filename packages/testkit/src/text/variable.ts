/** Reads an environment variable, if the platform has an environment. */
export const variable = (name: string): string | undefined => globalThis.process?.env?.[name];
