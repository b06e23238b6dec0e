/** Go: an import that nothing uses any more does not compile, so it goes with its last use. */
import type { SourceFile } from '../../facts/source-file.ts';
import { type Edit, removed } from '../rewrite.ts';

/** `gone`: the text that no longer uses it. Nothing when it stays, or is imported under another name. */
export function removedImport(name: string, gone: string, { root }: SourceFile): readonly Edit[] {
  const used = (text: string) => [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\.`, 'g'))].length;
  const text = root.text();
  if (used(text) > used(gone)) return [];
  const spec = root
    .findAll({ rule: { kind: 'import_spec' } })
    .find((one) => one.text() === `"${name}"` || one.text().endsWith(`/${name}"`));
  if (spec === undefined) return [];
  const list = spec.parent();
  const declaration = list?.is('import_spec_list') && list.namedChildren().length > 1 ? null : spec;
  if (declaration === null) return [removed(spec, text)];
  const whole = list?.is('import_spec_list') ? list.parent() : list;
  return whole == null ? [] : [removed(whole, text)];
}
