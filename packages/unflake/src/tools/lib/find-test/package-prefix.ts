/** What tools that run the tests of several packages put before each line: the package, and often the name of its script. */

const NAME = '[\\w@./-]+';
/** Only before what runners print about a failure; elsewhere `a.py:12: …` looks the same. */
const FAILURE = '\\s*(?:FAIL\\b|[●✕×✗✖✘❯]|not ok \\d|\\d+\\) )';
/** Yarn: `[@acme/cart]: `. Turborepo: `cart:test: `. Lerna: `@acme/cart: `. pnpm: `packages/cart test: `. */
const PREFIX = new RegExp(
  `^(?:\\[(?<yarn>${NAME})\\]:?|(?<turbo>${NAME}?)(?::[\\w:.-]+)?:|(?<pnpm>${NAME}) [\\w:.-]+:) (?=${FAILURE})`,
);
/** Nx: `> nx run cart:test`. Lerna: `> @acme/cart:test`. npm, pnpm and Yarn: `> @acme/cart@1.0.0 test`. */
const HEADING = new RegExp(`^> (?:(?:nx run )?(?<nx>${NAME}?):[\\w:.-]+(?:\\s|$)|(?<npm>${NAME}?)@\\d)`);
const FAILS = new RegExp(`^${FAILURE}`);

export interface PackageLines {
  readonly lines: readonly string[];
  /** As the prefixes and headings name them: by name or by folder. */
  readonly packages: readonly string[];
}

export function withoutPackagePrefixes(lines: readonly string[]): PackageLines {
  const prefixes = new Set<string>();
  const packages = new Set<string>();
  let heading: string | undefined;
  for (const line of lines) {
    const prefix = PREFIX.exec(line);
    const { nx, npm } = HEADING.exec(line)?.groups ?? {};
    heading = nx ?? npm ?? heading;
    if (prefix !== null) {
      const { yarn, turbo, pnpm } = prefix.groups!;
      prefixes.add(prefix[0]);
      packages.add((yarn ?? turbo ?? pnpm)!);
    } else if (heading !== undefined && FAILS.test(line)) packages.add(heading);
  }
  // The lines below a failure have the same prefix.
  const stripped = lines.map((line) => {
    const prefix = [...prefixes].find((start) => line.startsWith(start));
    return prefix === undefined ? line : line.slice(prefix.length);
  });
  return { lines: stripped, packages: [...packages] };
}
