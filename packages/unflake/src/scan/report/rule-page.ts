/** The page of a rule, as a path in our repository. */
export function rulePage(rule: string): string {
  return `docs/rules/${rule}.md`;
}
