/** Whether an expression of Rust is a hash map or set, as far as its file tells. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { functionAround } from './around.ts';
import { declarationOf } from './variables.ts';

/** With the standard library's hasher, which is another in every process. */
const HASHED =
  /^(?:&(?:'\w+ )?(?:mut )?)?(?:(?:Arc|Rc|Box|Mutex|RwLock|RefCell)<)*(?:std::collections::)?(?:hash_map::|hash_set::)?Hash(?:Map|Set)\b/;

export function isHashed(node: Node, file: SourceFile): boolean {
  const kind = node.kind();
  if (kind === 'reference_expression' || kind === 'parenthesized_expression') {
    const inner = node.field('value') ?? node.children()[1];
    return inner !== null && inner !== undefined && isHashed(inner, file);
  }
  if (kind === 'field_expression') return isHashedType(fieldType(node.field('field')?.text() ?? '', file), file);
  if (kind === 'call_expression') return makesHashed(node.text(), file);
  if (kind !== 'identifier') return false;
  const declaration = declarationOf(node.text(), functionAround(node, file));
  if (declaration === null) return false;
  const type = declaration.field('type');
  if (type !== null) return isHashedType(type, file);
  return makesHashed(declaration.field('value')?.text() ?? '', file);
}

const isHashedType = (type: Node | null, file: SourceFile): boolean =>
  type !== null && HASHED.test(type.text()) && isStandard(file) && !/BuildHasher|Fx|DefaultHasher/.test(type.text());

function makesHashed(text: string, file: SourceFile): boolean {
  return (
    /^(?:std::collections::)?Hash(?:Map|Set)::(?:<[^>]*>::)?(?:new|from|from_iter|with_capacity|default)\(|\.collect::<(?:std::collections::)?Hash(?:Map|Set)<.*>>\(\)\??$/s.test(
      text,
    ) && isStandard(file)
  );
}

/** A map of another crate may keep its order. */
function isStandard({ imports }: SourceFile): boolean {
  return [...imports.names].every(
    ([name, path]) => !/^Hash(?:Map|Set)$/.test(name) || /^(?:std|hashbrown|ahash)\b/.test(path),
  );
}

function fieldType(name: string, { root }: SourceFile): Node | null {
  const found = root.findAll({ rule: { kind: 'field_declaration' } });
  return found.find((node) => node.field('name')?.text() === name)?.field('type') ?? null;
}
