/** Ids of Go tests: `internal/cart::TestTotal`, the package's folder first; `.::TestTotal` in the module's own folder. */
export interface GoId {
  readonly folder: string;
  readonly name: string;
  /** 2 for a test of the external test package whose name also exists in the package itself. */
  readonly occurrence: number;
}

export function parseGoId(id: string): GoId {
  const [, folder = '.', name = id, occurrence = '1'] = /^(.*?)::(.*?)(?:\\#(\d+))?$/s.exec(id) ?? [];
  return { folder, name, occurrence: Number(occurrence) };
}

/** The package as an argument of `go test`. */
export function packagePattern(folder: string): string {
  return folder === '.' ? '.' : `./${folder}`;
}
