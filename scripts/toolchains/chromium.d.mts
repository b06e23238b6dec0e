export const CHROMIUM: {
  readonly names: readonly string[];
  readonly check: readonly string[];
  readonly packages: readonly string[];
};
export function chromiumPath(): Promise<string>;
