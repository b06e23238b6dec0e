/** Whether the order in which a listing or a hash table of Rust gives its elements can be seen afterwards. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { calleeOf, callsIn } from '../calls.ts';
import { functionAround, givenTo, methodOf, methodsOn, unpacked, wholeOf } from './around.ts';
import { declarationOf, isOrderIrrelevant, usesOf } from './variables.ts';

export function isSeenInOrder(listing: Node, file: SourceFile): boolean {
  const whole = wholeOf(listing);
  const loop = whole.parent();
  if (loop?.is('for_expression')) return !/\.sort_by/.test(whole.text()) && isLoopObserved(loop, file);
  if (isChainObserved(listing, file)) return true;
  const name = givenTo(unpacked(listing))?.replace(/^mut /, '');
  if (name === undefined || name === '') return false;
  return usesOf(name, functionAround(listing, file)).some((use) => {
    const around = nearest(use, ['for_expression', 'block']);
    return around?.is('for_expression') ? isLoopObserved(around, file) : isChainObserved(use, file);
  });
}

const SORTS =
  /^(?:sorted\w*|sum|count|max\w*|min\w*|all|any|product|contains|len|is_empty|find|position|sort_by\w*|sort_by_file_name|partition|unzip)$/;

/** Collected into something ordered that nobody sorts, or the first one taken, or written out one by one. */
export function isChainObserved(source: Node, file: SourceFile): boolean {
  const methods = methodsOn(source);
  if (methods.some((name) => SORTS.test(name))) return false;
  const whole = wholeOf(source);
  if (methods.includes('for_each')) return writes(whole);
  if (methods.some((name) => /^(?:next|last|nth)$/.test(name))) return true;
  if (!methods.includes('collect')) return false;
  if (methods.some((name) => /^(?:join|concat)$/.test(name))) return true;
  return isCollectedInOrder(whole, file);
}

function isCollectedInOrder(whole: Node, file: SourceFile): boolean {
  const collect = [whole, ...callsIn(whole, 'collect')].find(
    (node) => node.is('call_expression') && methodOf(node) === 'collect',
  );
  const said = /collect::<(.*)>$/s.exec(collect === undefined ? '' : calleeOf(collect))?.[1];
  const declaration = nearest(whole, ['let_declaration', 'block']);
  const scope = functionAround(whole, file);
  const name = givenTo(unpacked(whole));
  const type =
    said ??
    (declaration?.is('let_declaration') ? declaration.field('type')?.text() : scope.field('return_type')?.text());
  if (
    type === undefined ||
    !/^(?:Result<|io::Result<|Option<|anyhow::Result<)*(?:Vec|String|VecDeque|Box<\[)/.test(type)
  )
    return false;
  return name === null || name === '' ? true : !isOrderIrrelevant(name, whole, scope);
}

/** A loop over it lists, joins or prints. */
export function isLoopObserved(loop: Node, file: SourceFile): boolean {
  const body = loop.field('body');
  if (body === null) return false;
  if (writes(body)) return true;
  const scope = functionAround(loop, file);
  return callsIn(body, '^\\w+\\.(?:push|push_str|push_back|extend)$').some((call) => {
    const target = calleeOf(call).split('.')[0]!;
    return declarationOf(target, body) === null && !isOrderIrrelevant(target, loop, scope);
  });
}

const writes = (body: Node): boolean =>
  callsIn(body, '^(?:print|println|write|writeln)ǃ$|\\.(?:write_all|write_str)$').length > 0;

/** With the standard library's hasher, which is another in every process. */
const HASHED =
  /^(?:&(?:'\w+ )?(?:mut )?)?(?:(?:Arc|Rc|Box|Mutex|RwLock|RefCell)<)*(?:std::collections::)?(?:hash_map::|hash_set::)?Hash(?:Map|Set)\b/;

export function isHashed(node: Node, file: SourceFile): boolean {
  const kind = node.kind();
  if (kind === 'reference_expression' || kind === 'parenthesized_expression') {
    const inner = node.field('value') ?? node.children()[1];
    return inner !== null && inner !== undefined && isHashed(inner, file);
  }
  if (kind === 'field_expression') return isHashedType(fieldType(node.fieldText('field'), file), file);
  if (kind === 'call_expression') return makesHashed(node.text(), file);
  if (kind !== 'identifier') return false;
  const declaration = declarationOf(node.text(), functionAround(node, file));
  if (declaration === null) return false;
  const type = declaration.field('type');
  if (type !== null) return isHashedType(type, file);
  return makesHashed(declaration.fieldText('value'), file);
}

const isHashedType = (type: Node | null, file: SourceFile): boolean =>
  type !== null && HASHED.test(type.text()) && isStandard(file) && !/BuildHasher|Fx|DefaultHasher/.test(type.text());

const makesHashed = (text: string, file: SourceFile): boolean =>
  /^(?:std::collections::)?Hash(?:Map|Set)::(?:<[^>]*>::)?(?:new|from|from_iter|with_capacity|default)\(|\.collect::<(?:std::collections::)?Hash(?:Map|Set)<.*>>\(\)\??$/s.test(
    text,
  ) && isStandard(file);

/** A map of another crate may keep its order. */
const isStandard = ({ imports }: SourceFile): boolean =>
  [...imports.names].every(
    ([name, path]) => !/^Hash(?:Map|Set)$/.test(name) || /^(?:std|hashbrown|ahash)\b/.test(path),
  );

function fieldType(name: string, { root }: SourceFile): Node | null {
  const found = root.findAll('field_declaration');
  return found.find((node) => node.field('name')?.text() === name)?.field('type') ?? null;
}
