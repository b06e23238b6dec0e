/** What a search for nodes asks for, as data, and the question that it comes to in one grammar. */
import type { Columns } from './columns.ts';
import type { NodeNames } from './names.ts';
import { textPattern } from './text-pattern.ts';

/** Everything that is said must hold. */
export interface NodeRule {
  /** One kind, or several with commas between. */
  readonly kind?: string;
  /** Somewhere in the node's text. */
  readonly regex?: string;
  /** A child for which this holds; with `field`, the child that the grammar calls so. */
  readonly has?: RelatedRule;
  /** The parent; with `field`, the node must be what the grammar calls so there. */
  readonly inside?: RelatedRule;
  readonly any?: readonly NodeRule[];
  readonly all?: readonly NodeRule[];
  readonly not?: NodeRule;
}

export interface RelatedRule extends NodeRule {
  readonly field?: string;
}

export interface Matcher {
  readonly rule: NodeRule;
}

/** What is known of a tree where a question is put. */
export interface NodeQuery {
  readonly text: string;
  readonly columns: Columns;
}

export type NodeTest = (asked: NodeQuery, at: number) => boolean;

export interface Search {
  /** By kind number; null where any kind will do. */
  readonly kinds: Uint8Array | null;
  /** What must hold besides the kind; null for nothing. */
  readonly holds: NodeTest | null;
}

const PARTS: ReadonlySet<string> = new Set(['kind', 'regex', 'has', 'inside', 'any', 'all', 'not', 'field']);

export function searchOf({ rule }: Matcher, names: NodeNames): Search {
  const kinds = kindsOf(rule, names);
  const isPlain = kinds !== null && Object.keys(rule).length === 1 && rule.kind !== undefined;
  return { kinds, holds: isPlain ? null : holdsOf(rule, names) };
}

/** The kinds that can satisfy a rule at all; null for any. */
function kindsOf(rule: NodeRule, names: NodeNames): Uint8Array | null {
  const parts = [
    rule.kind === undefined ? null : marked(numbersOf(rule.kind, names), names),
    rule.any === undefined ? null : united(rule.any.map((one) => kindsOf(one, names))),
    ...(rule.all ?? []).map((one) => kindsOf(one, names)),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.reduce((a, b) => a.map((is, kind) => is & b[kind]!));
}

function united(parts: readonly (Uint8Array | null)[]): Uint8Array | null {
  if (parts.some((part) => part === null)) return null;
  return (parts as readonly Uint8Array[]).reduce((a, b) => a.map((is, kind) => is | b[kind]!));
}

function marked(numbers: readonly number[], { kinds }: NodeNames): Uint8Array {
  const marks = new Uint8Array(kinds.length);
  for (const number of numbers) marks[number] = 1;
  return marks;
}

const numbersOf = (kind: string, names: NodeNames): readonly number[] =>
  kind.split(/\s*,\s*/).flatMap((one) => names.kindNumbers(one));

function holdsOf(rule: NodeRule, names: NodeNames): NodeTest {
  for (const part of Object.keys(rule)) if (!PARTS.has(part)) throw new TypeError(`a search cannot ask for ${part}`);
  const parts: readonly NodeTest[] = [
    ...(rule.kind === undefined ? [] : [isOneOf(marked(numbersOf(rule.kind, names), names))]),
    ...(rule.any === undefined ? [] : [anyOf(rule.any.map((one) => holdsOf(one, names)))]),
    ...(rule.all ?? []).map((one) => holdsOf(one, names)),
    ...(rule.has === undefined ? [] : [hasChild(rule.has, names)]),
    ...(rule.inside === undefined ? [] : [isInside(rule.inside, names)]),
    ...(rule.regex === undefined ? [] : [isWritten(rule.regex)]),
    ...(rule.not === undefined ? [] : [isNot(holdsOf(rule.not, names))]),
  ];
  if (parts.length === 1) return parts[0]!;
  return (asked, at) => parts.every((holds) => holds(asked, at));
}

const isOneOf =
  (kinds: Uint8Array): NodeTest =>
  ({ columns }, at) =>
    kinds[columns.kinds[at]!] === 1;

const anyOf =
  (parts: readonly NodeTest[]): NodeTest =>
  (asked, at) =>
    parts.some((holds) => holds(asked, at));

const isNot =
  (holds: NodeTest): NodeTest =>
  (asked, at) =>
    !holds(asked, at);

function isWritten(regex: string): NodeTest {
  const pattern = textPattern(regex);
  return ({ text, columns }, at) => pattern.test(text.slice(columns.starts[at], columns.ends[at]));
}

function hasChild({ field, ...rule }: RelatedRule, names: NodeNames): NodeTest {
  const holds = holdsOf(rule, names);
  const wanted = field === undefined ? null : names.fieldNumber(field);
  return (asked, at) => {
    const { fields, afters } = asked.columns;
    for (let child = at + 1; child < afters[at]!; child = afters[child]!) {
      if ((wanted === null || fields[child] === wanted) && holds(asked, child)) return true;
    }
    return false;
  };
}

function isInside({ field, ...rule }: RelatedRule, names: NodeNames): NodeTest {
  const holds = holdsOf(rule, names);
  const wanted = field === undefined ? null : names.fieldNumber(field);
  return (asked, at) => {
    const parent = asked.columns.parents[at]!;
    return parent >= 0 && (wanted === null || asked.columns.fields[at] === wanted) && holds(asked, parent);
  };
}
