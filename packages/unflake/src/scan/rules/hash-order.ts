import type { Node, SourceFile } from '../facts/source-file.ts';
import { calleeOf, callWith } from '../semantics/calls.ts';
import { clauseOf, isMap, isObserved, isSortedLater as isSortedLaterInGo } from '../semantics/go/seen-in-order.ts';
import { givenTo } from '../semantics/go/variables.ts';
import { scopeOf } from '../semantics/index.ts';
import { rootOf } from '../semantics/java/around.ts';
import {
  HASHED,
  isAsserted,
  isHashed as isHashedInJava,
  isListSeen,
  isSortedLater as isSortedLaterInJava,
  isStreamSeen,
  isWhole,
} from '../semantics/java/hashed.ts';
import { functionText, heldName } from '../semantics/place.ts';
import { callOf, callsIn } from '../semantics/python/calls-in.ts';
import { seenInOrder } from '../semantics/python/seen-in-order.ts';
import { isHashOrdered } from '../semantics/python/sets.ts';
import { isChainObserved, isHashed as isHashedInRust, isLoopObserved } from '../semantics/rust/seen-in-order.ts';
import { commandsIn } from '../semantics/shell/command.ts';
import { isForgotten } from '../semantics/shell/seen-in-order.ts';
import { quoted, re } from '../semantics/undone.ts';
import { literal, nearest, textAt, textBehind } from '../syntax/node.ts';
import { calls, type Kind, nodes, nodesOf, row } from './rule.ts';

const READERS =
  '^(?:next|enumerate|zip|print|str|repr|list|tuple|map)\\(|^[^()]*\\.(?:join|dumps|append|write)\\(|\\.pop\\(\\)$';

/** A file without any set has no order of one. An element may be a formatted string, with braces of its own. */
const SETS =
  /\b(?:frozen)?set\(|(?:[=(,[&|^:-]|\bin|\breturn)\s*\{\s*(?:\w{0,2}["'][^"'\n]*["']|[\w.]+(?:\([^()]*\))?)\s*[,}]|\{[^{}:]*\sfor\s|\sfor\s[^{}]{0,300}\}/;

const isSet = (node: Node | null | undefined, file: SourceFile): boolean => node != null && isHashOrdered(node, file);

const bodyShows = (body: Node): boolean =>
  body.find('variable_assignment', '^\\w+(?:\\+=|=\\$?.*\\$\\w+.* )') !== null ||
  commandsIn(body).some(({ name }) => /^(?:echo|printf|cat|break|return)$/.test(name));

const CPP_HASHED = '\\bunordered_(?:multi)?(?:map|set)[ ]*<|\\bflat_hash_(?:map|set)[ ]*<';

const COLLECTS = /<<|push_back|emplace_back|\+=|append|printf|insert\([^)]*\.end\(\)/;

export const hashOrder: Kind = {
  name: 'hash-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'relies on the iteration order of a hash set or map',
  why: 'The order depends on hash codes and on the capacity, in many languages also on a seed that is new in every process.',
  languages: {
    python: row(
      'Sort first: `sorted(names)`; or compare as sets; `dict.fromkeys(names)` keeps each once and in order.',
      // What reads a collection in order, seen from the reader: the place to be mended.
      nodes({ rule: { kind: 'call', regex: READERS } }, isReader, SETS),
      nodesOf('for_in_clause', null, isLoop, SETS),
      nodesOf('for_statement', null, isLoop, SETS),
      nodesOf('interpolation', null, (node, file) => isSet(node.namedChildren()[0], file), SETS),
      calls('hash', ({ args }) => args.length === 1 && (literal(args[0]) !== null || args[0]!.is('string'))),
    ),
    java: row(
      'Use `LinkedHashMap`, `LinkedHashSet` or `TreeMap`, sort before looking, or compare as sets (`containsExactlyInAnyOrder`).',
      nodesOf(
        'enhanced_for_statement',
        null,
        (node, file) => {
          const value = node.field('value');
          return (
            /\.append\(|\.print(?:ln|f)?\(|\+=|\.add\(|\.write\(|\breturn\b/.test(node.fieldText('body')) &&
            isHashedInJava(rootOf(value), node, file) &&
            isWhole(value) &&
            !isSortedLaterInJava(node)
          );
        },
        HASHED,
      ),
      calls(
        '*.next',
        ({ node, file }) =>
          /^(?:this\.)?\w+(?:\.(?:keySet|values|entrySet)\(\))?\.iterator\(\)\.next\(\)$/.test(node.text()) &&
          isHashedInJava(rootOf(node), node, file),
      ),
      calls('*.findFirst *.joining *.toArray *.toList', ({ node, file }) => isStreamSeen(node, file)),
      calls(
        'String.join',
        ({ args, node, file }) =>
          args[1] !== undefined && isWhole(args[1]) && isHashedInJava(rootOf(args[1]), node, file),
      ),
      calls(
        '*.toString',
        ({ node, file }) =>
          isWhole(node.field('object')) && isAsserted(node) && isHashedInJava(rootOf(node), node, file),
      ),
      calls('*.containsExactly', ({ node, args, file }) => {
        // Truth asks for the order only with `inOrder()`.
        if (file.text.includes('common.truth') && !/^\s*\.inOrder\(/.test(textBehind(node))) return false;
        const subject = /^(?:\w+\.)?assertThat\(\s*(?:this\.)?(\w+)(?:\.(?:keySet|values)\(\))?\s*\)/.exec(
          node.text(),
        )?.[1];
        return args.length > 1 && subject !== undefined && isHashedInJava(subject, node, file);
      }),
      calls(
        'java.util.ArrayList java.util.List.copyOf',
        ({ node, args, file }) =>
          args.length === 1 && isWhole(args[0]!) && isHashedInJava(rootOf(args[0]!), node, file) && isListSeen(node),
      ),
    ),
    go: row(
      'Go through `slices.Sorted(maps.Keys(m))`, or sort the slice that the loop fills.',
      nodesOf(
        'for_statement',
        null,
        (loop, file) => {
          if (!/^for\b[^{]*\brange\b/.test(loop.text())) return false;
          const over = clauseOf(loop)?.field('right') ?? null;
          return over !== null && isMap(over, file) && isObserved(loop, file);
        },
        /\bmap\[|http\.Header|url\.Values/,
      ),
      calls('slices.Collect golang.org/x/exp/maps.Keys golang.org/x/exp/maps.Values', ({ node, name, args, file }) => {
        if (name === 'slices.Collect' && !/^maps\.(?:Keys|Values)\(/.test(textAt(args[0]))) return false;
        const names = givenTo(node);
        if (names?.length === 1) return !isSortedLaterInGo(names[0]!, node, scopeOf(node, file));
        return !/^len$|ElementsMatch$|[sS]ort|Contains/.test(calleeOf(callWith(node)));
      }),
    ),
    rust: row(
      'Use `BTreeMap` or `BTreeSet`, or sort what you collect: `names.sort()`.',
      nodesOf(
        'for_expression',
        null,
        (loop, file) => {
          const over = loop.field('value');
          if (over === null) return false;
          const on =
            over.is('call_expression') &&
            /\.(?:iter|iter_mut|into_iter|keys|values|drain)$/.test(over.fieldText('function'))
              ? over.field('function')?.field('value')
              : over;
          return on !== null && on !== undefined && isHashedInRust(on, file) && isLoopObserved(loop, file);
        },
        /\bHash(?:Map|Set)\b/,
      ),
      calls('*.iter *.into_iter *.keys *.values *.into_keys *.into_values *.drain', ({ node, file }) => {
        if (!/\bHash(?:Map|Set)\b/.test(file.text)) return false;
        const on = node.field('function')?.field('value') ?? null;
        return on !== null && isHashedInRust(on, file) && isChainObserved(node, file);
      }),
    ),
    shell: row(
      'Sort the keys: `printf "%s\\n" "${!map[@]}" | LC_ALL=C sort`, or keep them in an indexed array as well.',
      nodesOf('expansion', /^\$\{!?\w+\[[@*]\]\}$/, showsOrder, /\b(?:declare|local|typeset)\s+-\w*A/),
    ),
    kotlin: row(
      'Use `mutableMapOf`, `linkedSetOf` or `sortedMapOf`, sort before looking, or compare as sets (`shouldContainExactlyInAnyOrder`).',
      calls(
        `kotlin.collections.HashMap kotlin.collections.HashSet java.util.HashMap java.util.HashSet
           kotlin.collections.hashMapOf kotlin.collections.hashSetOf java.util.concurrent.ConcurrentHashMap`,
        ({ node, file }) => seenAt(node, file),
      ),
    ),
    cpp: row(
      'Use `std::map` or `std::set`, sort what is collected, or compare without order: `UnorderedElementsAre(…)`.',
      nodesOf('for_range_loop', null, isSeen, new RegExp(CPP_HASHED.replaceAll('[ ]', ' '))),
    ),
  },
};

function isLoop(loop: Node, file: SourceFile): boolean {
  const right = loop.field('right');
  return isSet(right, file) && seenInOrder(right!, 'bag', file) !== null;
}

function isReader(node: Node, file: SourceFile): boolean {
  const { callee, last, on, args } = callOf(node);
  if (last === 'pop' && args.length === 0) {
    const object = node.field('function')?.field('object');
    return isSet(object, file) && !isLoneElement(object!, file);
  }
  const given = args.map(unwrapped).filter((arg) => isSet(arg, file));
  if (given.length === 0 || (on === null && !file.meanings(callee, node).includes(callee))) return false;
  return given.some((arg) => !isLoneElement(arg, file) && seenInOrder(arg, 'bag', file) !== null);
}

/** `iter(names)`, `*names`: still the set. */
function unwrapped(node: Node): Node {
  const inner = node.is('list_splat') ? node.namedChildren()[0] : undefined;
  if (inner !== undefined) return unwrapped(inner);
  if (node.is('call') && node.field('function')?.text() === 'iter')
    return node.field('arguments')?.namedChildren()[0] ?? node;
  return node;
}

/** `assert len(names) == 1` says that there is no order. */
function isLoneElement(set: Node, file: SourceFile): boolean {
  const scope = scopeOf(set, file);
  return callsIn(scope).some(
    ({ last, args, node }) =>
      last === 'len' && args[0]?.text() === set.text() && /len\([^)]*\)\s*==\s*1\b/.test(textAt(node.parent())),
  );
}

function showsOrder(node: Node, file: SourceFile): boolean {
  const name = /\{!?(\w+)/.exec(node.text())?.[1];
  if (name === undefined || !isAssociative(name, file)) return false;
  const loop = nearest(node, ['for_statement']);
  const body = loop?.field('body') ?? null;
  if (loop !== null && body !== null && node.end() <= body.start()) return !isForgotten(loop) && bodyShows(body);
  return !isForgotten(node);
}

const isAssociative = (name: string, { root }: SourceFile): boolean =>
  root.find('declaration_command', `^(?:declare|local|typeset)\\s+-\\w*A\\w*\\s(?:[\\s\\S]*\\s)?${name}\\b`) !== null;

/** Flags the places that look, not the making. */
function seenAt(made: Node, file: SourceFile): boolean {
  const name = heldName(made);
  if (name === null) return false;
  const word = `(?<![\\w.])${quoted(name)}`;
  const parts = '(?:\\.(?:keys|values|entries|map \\{[^}]*\\}|filter \\{[^}]*\\}))*';
  const text = functionText(made, file);
  return (
    re`${word}${parts}\.(?:joinToString|first|toList|last|elementAt|forEach\s*\{[^}]*(?:append|print|\+=|add))\b(?![^\n]*\.(?:sort|toSet|size|count))`.test(
      text,
    ) || re`for \([^)]* in ${word}${parts}\)\s*\{?[^}]*(?:append|print|\+=|\.add\()`.test(text)
  );
}

function isSeen(loop: Node, file: SourceFile): boolean {
  const over = loop.fieldText('right');
  // What an assertion prints when it fails is seen by nobody else.
  const body = loop.fieldText('body').replace(/\b(?:EXPECT|ASSERT|CHECK|REQUIRE|V?LOG)\w*\([^;]*;/g, '');
  if (!/^[\w.>-]+$/.test(over) || !COLLECTS.test(body)) return false;
  const name = /(\w+)$/.exec(over)?.[1] ?? '';
  const declared = re`(?:${CPP_HASHED})[^;()]*>[ &]*${quoted(name)}\b`;
  const around = functionText(loop, file);
  if (!declared.test(around) && !declared.test(file.text)) return false;
  // Numbers that are added up come out the same in any order.
  const sums = /^\{?\s*(\w+)\s*\+=/.exec(body)?.[1];
  if (sums !== undefined && re`\b(?:int|long|size_t|unsigned|u?int\d+_t)\s+${sums}\b`.test(around)) return false;
  return !/\bsort\(|std::(?:set|map|multiset)\b|Unordered/.test(around);
}
