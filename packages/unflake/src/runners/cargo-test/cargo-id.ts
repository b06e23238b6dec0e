/** Ids of Rust tests: the file that the target is compiled from and the test's path in it, `src/lib.rs::tests::totals`. */
export interface CargoId {
  readonly file: string;
  readonly name: string;
}

export function parseCargoId(id: string): CargoId {
  const cut = id.indexOf('::');
  return cut < 0 ? { file: id, name: '' } : { file: id.slice(0, cut), name: id.slice(cut + 2) };
}
