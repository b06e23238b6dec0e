/** Whether the order in which an iterator of Rust gives its elements can be seen afterwards. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { calleeOf, callsIn } from '../calls.ts';
import { functionAround, methodOf } from './around.ts';
import { givenTo, methodsOn, unpacked, wholeOf } from './chains.ts';
import { declarationOf, isOrderIrrelevant } from './variables.ts';

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
