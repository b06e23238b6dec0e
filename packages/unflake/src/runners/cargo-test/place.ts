/** Which target a file is, by cargo's usual places. */
export interface CargoPlace {
  /** Of the package, with a slash behind it; empty for the folder that cargo is started in. */
  readonly folder: string;
  readonly kind: 'lib' | 'test' | 'bin';
  /** Null for a library, which has the name of its package. */
  readonly name: string | null;
}

/** Null for a target that its manifest puts elsewhere, or whose name the file does not tell. */
export function cargoPlace(file: string): CargoPlace | null {
  const [, folder = '', rest = ''] = /^(.*\/)?((?:src|tests)\/.*)$/.exec(file) ?? [];
  if (rest === 'src/lib.rs') return { folder, kind: 'lib', name: null };
  const test = /^tests\/([^/]+)(?:\.rs|\/main\.rs)$/.exec(rest)?.[1];
  if (test !== undefined) return { folder, kind: 'test', name: test };
  const bin = /^src\/bin\/([^/]+)(?:\.rs|\/main\.rs)$/.exec(rest)?.[1];
  return bin === undefined ? null : { folder, kind: 'bin', name: bin };
}
