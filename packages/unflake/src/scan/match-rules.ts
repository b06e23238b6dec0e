/** Applies a language's rules to one file. Calls are found in one pass for all rules, because a pass costs more than a rule. */
import type { CallShape, Dialect } from './facts/dialect.ts';
import type { SourceFile } from './facts/source-file.ts';
import type { Call, FindCalls, FindNodes, Rule } from './rules/rule.ts';
import type { Matcher, Node } from './syntax/parser.ts';

export interface Hit {
  readonly rule: Rule;
  readonly node: Node;
}

/** A language's rules, made ready once for all its files. */
export interface RuleSet {
  readonly dialect: Dialect;
  readonly byName: ReadonlyMap<string, readonly { readonly rule: Rule; readonly find: FindCalls }[]>;
  /** Finds the calls that any rule may mean; null when no rule looks at calls. */
  readonly candidates: readonly { readonly shape: CallShape; readonly matcher: Matcher }[];
  readonly shapes: readonly { readonly rule: Rule; readonly find: FindNodes }[];
}

export function ruleSet(dialect: Dialect, rules: readonly Rule[]): RuleSet {
  const byName = new Map<string, { rule: Rule; find: FindCalls }[]>();
  const shapes: { rule: Rule; find: FindNodes }[] = [];
  for (const rule of rules) {
    for (const find of rule.find) {
      if ('nodes' in find) shapes.push({ rule, find });
      else for (const name of find.calls) byName.set(name, [...(byName.get(name) ?? []), { rule, find }]);
    }
  }
  return { dialect, byName, candidates: candidates(dialect, [...byName.keys()]), shapes };
}

export function matchRules(file: SourceFile, { byName, candidates: asked, shapes }: RuleSet): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { shape, matcher } of [...asked, ...underOtherNames(file, byName)]) {
    for (const node of file.root.findAll(matcher)) {
      for (const { rule, find, name } of meant(file, node, shape, byName)) {
        if (!applies(rule, node, file)) continue;
        const call: Call = { node, name, args: file.argumentsOf(node, shape), file };
        if (find.when?.(call) ?? true) hits.push({ rule, node });
      }
    }
  }
  for (const { rule, find } of shapes) {
    for (const node of file.root.findAll(find.nodes)) {
      if (applies(rule, node, file) && (find.when?.(node, file) ?? true)) hits.push({ rule, node });
    }
  }
  return hits;
}

function applies({ where }: Rule, node: Node, file: SourceFile): boolean {
  return where === 'anywhere' || file.isTestFile || file.testAround(node) !== null;
}

function* meant(file: SourceFile, node: Node, shape: CallShape, byName: RuleSet['byName']) {
  const names = file.namesOf(node, shape);
  for (const name of names) {
    const last = name.slice(name.lastIndexOf('.') + 1);
    for (const found of byName.get(name) ?? []) yield { ...found, name };
    // A method that a rule asks for whatever it is called on.
    for (const found of byName.get(`*.${last}`) ?? []) yield { ...found, name };
  }
}

/** Functions that a rule means and this file has imported under names of its own. */
function underOtherNames({ dialect, imports }: SourceFile, byName: RuleSet['byName']): RuleSet['candidates'] {
  const aliases = [...imports.names].filter(([alias, name]) => byName.has(name) && !name.endsWith(`.${alias}`));
  return candidates(
    dialect,
    aliases.map(([alias]) => alias),
  );
}

/** The library filters by the last part of the name, which is much cheaper than asking for every call's name. */
function candidates(dialect: Dialect, names: readonly string[]): RuleSet['candidates'] {
  if (names.length === 0) return [];
  const last = [...new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1)))].sort();
  const regex = `(?:^|[^\\w$])(?:${last.map(escaped).join('|')})(?:::<.*>|<.*>)?$`;
  return dialect.calls.map((shape) => ({
    shape,
    matcher: { rule: { kind: shape.kind, has: { field: shape.callee, regex } } } as Matcher,
  }));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
