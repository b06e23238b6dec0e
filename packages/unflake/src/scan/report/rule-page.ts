/** The page of a rule, as a path in our repository: one a kind, with a part for every language; rules of `env` have pages of their own. */
export function rulePage(rule: string): string {
  const [family, kind] = rule.split('/') as [string, string];
  return family === 'env' || family === 'unflake' ? `docs/rules/${rule}.md` : `docs/rules/${kind}.md#${family}`;
}
