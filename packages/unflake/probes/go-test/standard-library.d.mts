export function settableLibrary(
  go: string,
  folder: string,
  env?: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>>;
