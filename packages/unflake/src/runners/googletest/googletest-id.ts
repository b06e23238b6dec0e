/** Ids of GoogleTest's tests: the program's path and the full name, `build/tests/cart_test::CartTest.Total`. */
export interface GoogletestId {
  readonly program: string;
  readonly name: string;
}

export function parseGoogletestId(id: string): GoogletestId {
  const cut = id.indexOf('::');
  return cut < 0 ? { program: id, name: '' } : { program: id.slice(0, cut), name: id.slice(cut + 2) };
}
