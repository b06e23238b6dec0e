/** Applies a language's rules to one file: one walk for all that there is reason to look for, and for what the parser did not understand. */
import type { CallShape } from './facts/dialect.ts';
import type { SourceFile } from './facts/source-file.ts';
import type { Reasons } from './reasons.ts';
import { lastPart, type RuleSet } from './rule-set.ts';
import type { Answer, Call, Rule } from './rules/rule.ts';
import type { Node } from './syntax/parser.ts';

export interface RuleHit {
  readonly rule: Rule;
  readonly node: Node;
}

export interface RuleMatches {
  readonly hits: readonly RuleHit[];
  /** Where the parser did not understand; the first of them. */
  readonly broken: Node | null;
}

export function matchRules(file: SourceFile, rules: RuleSet, { lasts, byKind }: Reasons): RuleMatches {
  const { others, isAsked } = rules;
  const shapes: RuleSet['shapes'] = lasts.size === 0 ? new Map() : rules.shapes;
  const kinds = new Set(['ERROR', ...shapes.keys(), ...byKind.keys()]);
  const asked = { lasts, isAsked };
  const hits: RuleHit[] = [];
  let broken: Node | null = null;
  for (const node of file.root.findAll({ rule: { kind: [...kinds].join(', ') } })) {
    const kind = node.kind();
    if (kind === 'ERROR') broken ??= node;
    const shape = shapes.get(kind);
    if (shape !== undefined && file.mayMean(node, shape, asked)) callHits(file, node, shape, rules, hits);
    let found: Rule | null = null;
    for (const { rule, find, text } of byKind.get(kind) ?? []) {
      // What a rule finds one way need not be found another way too; the finds of a rule are next to each other.
      if (rule === found || !(text === null || text.test(node.text())) || !applies(rule, node, file)) continue;
      const answer = find.when?.(node, file) ?? true;
      if (answer === true) found = rule;
      add(hits, rule, node, answer);
    }
  }
  for (const { rule, find, isIn } of others) {
    if (!isIn(file.text)) continue;
    for (const node of file.root.findAll(find.nodes)) {
      if (applies(rule, node, file)) add(hits, rule, node, find.when?.(node, file) ?? true);
    }
  }
  return { hits, broken };
}

function callHits(file: SourceFile, node: Node, shape: CallShape, { byName }: RuleSet, hits: RuleHit[]): void {
  for (const name of file.namesOf(node, shape)) {
    // `*.name`: a method that a rule asks for whatever it is called on.
    for (const { rule, find } of [...(byName.get(name) ?? []), ...(byName.get(`*.${lastPart(name)}`) ?? [])]) {
      if (applies(rule, node, file)) add(hits, rule, node, find.when?.(new FoundCall(node, name, shape, file)) ?? true);
    }
  }
}

/** Its arguments are looked up when a rule asks for them; many do not. */
class FoundCall implements Call {
  readonly node: Node;
  readonly name: string;
  readonly file: SourceFile;
  readonly #shape: CallShape;

  constructor(node: Node, name: string, shape: CallShape, file: SourceFile) {
    this.node = node;
    this.name = name;
    this.#shape = shape;
    this.file = file;
  }

  get args(): readonly Node[] {
    return this.file.argumentsOf(this.node, this.#shape);
  }
}

function add(hits: RuleHit[], rule: Rule, node: Node, answer: Answer): void {
  if (answer === true) hits.push({ rule, node });
  else if (answer !== false) for (const place of answer) hits.push({ rule, node: place });
}

function applies({ where }: Rule, node: Node, file: SourceFile): boolean {
  return where === 'anywhere' || file.isForTests(node);
}
