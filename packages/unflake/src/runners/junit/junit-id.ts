/**
 * Ids of JUnit tests: the class, its nested classes, and the method, `x.CartTest::Inner::total`; prefixed by the module's folder,
 * `core/x.CartTest::total`.
 */
export interface JunitId {
  /** Empty for the project's own folder. */
  readonly module: string;
  readonly className: string;
  /** The method last. */
  readonly titles: readonly string[];
}

export function parseJunitId(id: string): JunitId {
  const [file = '', ...titles] = id.split('::');
  const cut = file.lastIndexOf('/');
  return { module: file.slice(0, Math.max(0, cut)), className: file.slice(cut + 1), titles };
}
