import type { SourceFile } from '../../facts/source-file.ts';
import { declaredIn } from '../../semantics/declared.ts';
import { calledName, methodAround, methodText, rootOf } from '../../semantics/java/around.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const HASHED =
  /\bnew (?:java\.util\.)?(?:Hash(?:Map|Set)|ConcurrentHashMap|IdentityHashMap)\b|\b(?:Set|Map)\.(?:of|copyOf|ofEntries)\(|\b(?:toSet|toUnmodifiableSet|toMap|groupingBy|partitioningBy)\(/;
const KEEPS_ORDER = /LinkedHash|TreeMap|TreeSet|EnumMap|ConcurrentSkipList|Sorted/;

export const java: LanguageRule = {
  fix: 'Use `LinkedHashMap`, `LinkedHashSet` or `TreeMap`, sort before looking, or compare as sets (`containsExactlyInAnyOrder`).',
  find: [
    nodesOf(
      'enhanced_for_statement',
      null,
      (node, file) => {
        const value = node.field('value');
        return (
          /\.append\(|\.print(?:ln|f)?\(|\+=|\.add\(|\.write\(|\breturn\b/.test(node.field('body')?.text() ?? '') &&
          isHashed(rootOf(value), node, file) &&
          isWhole(value) &&
          !isSortedLater(node)
        );
      },
      HASHED,
    ),
    calls(
      '*.next',
      ({ node, file }) =>
        /^(?:this\.)?\w+(?:\.(?:keySet|values|entrySet)\(\))?\.iterator\(\)\.next\(\)$/.test(node.text()) &&
        isHashed(rootOf(node), node, file),
    ),
    calls('*.findFirst *.joining *.toArray *.toList', ({ node, file }) => isStreamSeen(node, file)),
    calls(
      'String.join',
      ({ args, node, file }) => args[1] !== undefined && isWhole(args[1]) && isHashed(rootOf(args[1]), node, file),
    ),
    calls(
      '*.toString',
      ({ node, file }) => isWhole(node.field('object')) && isAsserted(node) && isHashed(rootOf(node), node, file),
    ),
    calls('*.containsExactly', ({ node, args, file }) => {
      const subject = /^(?:\w+\.)?assertThat\(\s*(?:this\.)?(\w+)(?:\.(?:keySet|values)\(\))?\s*\)/.exec(
        node.text(),
      )?.[1];
      return args.length > 1 && subject !== undefined && isHashed(subject, node, file);
    }),
    calls(
      'java.util.ArrayList java.util.List.copyOf',
      ({ node, args, file }) =>
        args.length === 1 && isWhole(args[0]!) && isHashed(rootOf(args[0]!), node, file) && isListSeen(node),
    ),
  ],
};

/** The collection itself or one of its views, not something looked up in it. */
const isWhole = (node: Node | null): boolean =>
  /^(?:this\.)?\w+(?:\.(?:keySet|values|entrySet)\(\))?$/.test(node?.text() ?? '');

function isHashed(name: string, at: Node, file: SourceFile): boolean {
  if (name === '') return false;
  const own = declaredIn(name, methodAround(at)?.id() ?? null, file);
  const given = (own.length > 0 ? own : declaredIn(name, null, file)).map((one) => one.field('value')?.text() ?? '');
  return given.some((text) => HASHED.test(text) && !KEEPS_ORDER.test(text));
}

function isStreamSeen(node: Node, file: SourceFile): boolean {
  const chain = calledName(node) === 'joining' ? nearest(node, ['method_invocation'])?.text() : node.text();
  if (chain === undefined || !/^(?:this\.)?\w+(?:\.(?:keySet|values|entrySet)\(\))?\.stream\(\)/.test(chain))
    return false;
  if (/\.(?:sorted|filter|min|max)\(/.test(chain)) return false;
  if (calledName(node) === 'toList' && !isAsserted(node)) return false;
  return isHashed(/^(?:this\.)?(\w+)/.exec(chain)![1]!, node, file);
}

/** Compared for equality, in order. */
function isAsserted(node: Node): boolean {
  const call = nearest(node, ['expression_statement'])?.text() ?? '';
  return /^(?:\w+\.)?assert(?:Equals|ArrayEquals|IterableEquals|LinesMatch)\(|\.(?:isEqualTo|containsExactly)\(/.test(
    call,
  );
}

function isListSeen(list: Node): boolean {
  if (
    /^[^;]*\)\s*\.get\(/.test(
      list
        .parent()
        ?.text()
        .slice(list.text().length - 1) ?? '',
    ) ||
    isAsserted(list)
  )
    return true;
  const declared = nearest(list, ['variable_declarator']);
  const name = declared?.field('name')?.text();
  if (name === undefined || !declared?.field('value') || declared.field('value')!.id() !== list.id()) return false;
  const text = methodText(list);
  if (new RegExp(`\\bsort\\(\\s*${quoted(name)}\\b|\\b${quoted(name)}\\.(?:sort|stream\\(\\)\\.sorted)\\(`).test(text))
    return false;
  return new RegExp(`\\b${quoted(name)}\\.get\\(\\d+\\)|assertEquals\\([^;]*\\b${quoted(name)}\\b(?!\\.)`).test(text);
}

/** What the loop gathers is sorted before anybody sees it. */
function isSortedLater(loop: Node): boolean {
  const rest = methodText(loop).slice(methodText(loop).indexOf(loop.text()) + loop.text().length);
  return /\bsort\(|\.sorted\(|\.sort\(/.test(rest);
}
