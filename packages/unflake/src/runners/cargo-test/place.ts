/** The target that a file belongs to, by cargo's default layout. */
export interface CargoPlace {
  /** Folder of the package with a trailing slash; empty for the folder in which cargo starts. */
  readonly folder: string;
  readonly kind: 'lib' | 'test' | 'bin';
  /** Null for a library, which is named after its package. */
  readonly name: string | null;
}

/** Null for a target that its manifest puts elsewhere, or whose name does not follow from the file. */
export function cargoPlace(file: string): CargoPlace | null {
  const [, folder = '', rest = ''] = /^(.*\/)?((?:src|tests)\/.*)$/.exec(file) ?? [];
  if (rest === 'src/lib.rs') return { folder, kind: 'lib', name: null };
  const test = /^tests\/([^/]+)(?:\.rs|\/main\.rs)$/.exec(rest)?.[1];
  if (test !== undefined) return { folder, kind: 'test', name: test };
  const bin = /^src\/bin\/([^/]+)(?:\.rs|\/main\.rs)$/.exec(rest)?.[1];
  return bin === undefined ? null : { folder, kind: 'bin', name: bin };
}
