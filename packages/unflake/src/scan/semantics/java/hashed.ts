/** Collections of Java whose elements come in the order of their hashes, and whether somebody looks at that order. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest, textAt, textBehind } from '../../syntax/node.ts';
import { declaredIn } from '../declared.ts';
import { quoted, re } from '../undone.ts';
import { calledName, methodAround, methodText } from './around.ts';

export const HASHED =
  /\bnew (?:java\.util\.)?(?:Hash(?:Map|Set)|ConcurrentHashMap|IdentityHashMap)\b|\b(?:Set|Map)\.(?:of|copyOf|ofEntries)\(|\b(?:toSet|toUnmodifiableSet|toMap|groupingBy|partitioningBy)\(/;

const KEEPS_ORDER = /LinkedHash|TreeMap|TreeSet|EnumMap|ConcurrentSkipList|Sorted/;

/** The collection itself or one of its views, not something looked up in it. */
export const isWhole = (node: Node | null): boolean =>
  /^(?:this\.)?\w+(?:\.(?:keySet|values|entrySet)\(\))?$/.test(textAt(node));

export function isHashed(name: string, at: Node, file: SourceFile): boolean {
  if (name === '') return false;
  const own = declaredIn(name, methodAround(at)?.id() ?? null, file);
  const given = (own.length > 0 ? own : declaredIn(name, null, file)).map((one) => one.fieldText('value'));
  return given.some((text) => HASHED.test(text) && !KEEPS_ORDER.test(text));
}

export function isStreamSeen(node: Node, file: SourceFile): boolean {
  const chain = calledName(node) === 'joining' ? nearest(node, ['method_invocation'])?.text() : node.text();
  if (chain === undefined || !/^(?:this\.)?\w+(?:\.(?:keySet|values|entrySet)\(\))?\.stream\(\)/.test(chain))
    return false;
  if (/\.(?:sorted|filter|min|max)\(/.test(chain)) return false;
  if (calledName(node) === 'toList' && !isAsserted(node)) return false;
  return isHashed(/^(?:this\.)?(\w+)/.exec(chain)![1]!, node, file);
}

/** Compared for equality, in order. */
export function isAsserted(node: Node): boolean {
  const call = textAt(nearest(node, ['expression_statement']));
  return /^(?:\w+\.)?assert(?:Equals|ArrayEquals|IterableEquals|LinesMatch)\(|\.(?:isEqualTo|containsExactly)\(/.test(
    call,
  );
}

export function isListSeen(list: Node): boolean {
  if (/^\)?\s*\.get\(/.test(textBehind(list)) || isAsserted(list)) return true;
  const declared = nearest(list, ['variable_declarator']);
  const name = declared?.field('name')?.text();
  if (name === undefined || !declared?.field('value') || declared.field('value')!.id() !== list.id()) return false;
  const text = methodText(list);
  if (re`\bsort\(\s*${quoted(name)}\b|\b${quoted(name)}\.(?:sort|stream\(\)\.sorted)\(`.test(text)) return false;
  return re`\b${quoted(name)}\.get\(\d+\)|assertEquals\([^;]*\b${quoted(name)}\b(?!\.)`.test(text);
}

/** What the loop gathers is sorted before anybody sees it. */
export function isSortedLater(loop: Node): boolean {
  const rest = methodText(loop).slice(methodText(loop).indexOf(loop.text()) + loop.text().length);
  return /\bsort\(|\.sorted\(|\.sort\(/.test(rest);
}
