export function globPattern(glob: string): RegExp;
export function isGlob(text: string): boolean;
