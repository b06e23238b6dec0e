/** An environment variable, where there is an environment. */
export const variable = (name: string): string | undefined => globalThis.process?.env?.[name];
