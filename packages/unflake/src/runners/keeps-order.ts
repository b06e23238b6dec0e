/** True if tests are in the order in which their runner would run them. Unknown tests are ignored; the runner reports them as missing. */
export function keepsOrder(tests: readonly string[], suite: readonly string[]): boolean {
  const places = new Map(suite.map((id, index) => [id, index]));
  const known = tests.flatMap((id) => places.get(id) ?? []);
  return known.every((place, index) => index === 0 || place > known[index - 1]!);
}
