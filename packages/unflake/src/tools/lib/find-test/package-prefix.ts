/** What tools that run the tests of several packages put before each line: the package, and often the name of its script. */

const NAME = '[\\w@./-]+';
/** Only before what runners print about a failure; elsewhere `a.py:12: …` looks the same. */
const FAILURE = '(?=\\s*(?:FAIL\\b|[●✕×✗✖✘❯]|not ok \\d|\\d+\\) ))';
/** Yarn: `[@acme/cart]: `. Turborepo: `cart:test: `. Lerna: `@acme/cart: `. pnpm: `packages/cart test: `. */
const PREFIX = new RegExp(
  `^(?:\\[(?<yarn>${NAME})\\]:?|(?<turbo>${NAME}?)(?::[\\w:.-]+)?:|(?<pnpm>${NAME}) [\\w:.-]+:) ${FAILURE}`,
);
/** Nx: `> nx run cart:test`. npm, pnpm and Yarn: `> @acme/cart@1.0.0 test`. */
const HEADING = new RegExp(`^> (?:nx run (?<nx>${NAME}):|(?<npm>${NAME}?)@\\d)`);

export interface PackageLines {
  readonly lines: readonly string[];
  /** As the prefixes and headings name them: by name or by folder. */
  readonly packages: readonly string[];
}

export function withoutPackagePrefixes(lines: readonly string[]): PackageLines {
  const prefixes = new Map<string, string>();
  const packages = new Set<string>();
  for (const line of lines) {
    const { groups = {}, 0: prefix = '' } = PREFIX.exec(line) ?? HEADING.exec(line) ?? {};
    const name = groups.yarn ?? groups.turbo ?? groups.pnpm ?? groups.nx ?? groups.npm;
    if (name === undefined) continue;
    packages.add(name);
    if (!prefix.startsWith('> ')) prefixes.set(prefix, name);
  }
  // The lines below a failure have the same prefix.
  const stripped = lines.map((line) => {
    const prefix = [...prefixes.keys()].find((start) => line.startsWith(start));
    return prefix === undefined ? line : line.slice(prefix.length);
  });
  return { lines: stripped, packages: [...packages] };
}
