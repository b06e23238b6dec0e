/** Where our pages are on the web, ending in a slash; null until they are: a link that leads nowhere is worse than none. */
export const DOCS_HOME: string | null = null;
