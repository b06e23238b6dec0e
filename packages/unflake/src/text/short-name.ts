/** The last part of a test id: what people call the test. The whole id is shown as well where it matters. */
export function shortName(id: string): string {
  const part = id.split(/::| > /).at(-1) ?? '';
  return part.trim() === '' ? id : part;
}
