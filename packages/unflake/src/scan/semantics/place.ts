/** What stands around a place, asked of the text: for the languages whose grammars have little in common. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { words } from '../rules/rule.ts';
import { isSame, nearest, outwards } from '../syntax/node.ts';
import { once } from './once.ts';
import type { Release } from './semantics.ts';
import { quoted, re, testNode } from './undone.ts';

const FUNCTIONS = words(
  `function_declaration secondary_constructor method singleton_method method_declaration constructor_declaration
   function_definition`,
);
/** Nodes whose children are statements, or the one expression of a short function, in every grammar that we read. */
const HOLDS_STATEMENTS =
  /^(?:statements|statement_block|statement_list|class_body|function_body|source_file|control_structure_body|block|block_body|body_statement|program|module|compound_statement|do_group|subshell|declaration_list|translation_unit|compilation_unit|then|else|ensure|lambda_literal|field_declaration_list|arrow_expression_clause|lambda_expression|global_statement|switch_block_statement_group)$/;
const LOOPS = /^(?:while|until|for|do|foreach|do_while)(?:_statement|_modifier|_range_loop)?$/;
const LOOPS_BY_CALL = /^(?:loop|repeat)\b|\.times\b|\.each\w*\b|^(?:wait_?until|eventually|until)\b/i;
/** What is given to these runs elsewhere, or later, or instead of something else. */
const DEFERS =
  /\b(?:Thread|thread|jthread|launch|async|flow|produce|channelFlow|callbackFlow|sequence|flux|mono|submit\w*|execute\w*|decorate\w*|Run|StartNew|fork|spawn|Future|Promise|Timer|schedule|answers|returns|coAnswers|and_return|receive|allow|define_method|Setup|Returns|ReturnsAsync|Callback|willReturnCallback|on[A-Z]\w*|subscribe|get|post|map\w*|mount)\b[^;{}]*$/;

const GIVEN_FUNCTIONS =
  /^(?:lambda_literal|lambda_expression|do_block|anonymous_function|arrow_function|lambda|anonymous_method_expression)$/;

export function statementOf(node: Node): Node {
  let at = node;
  for (let above = node.parent(); above !== null; above = above.parent()) {
    if (HOLDS_STATEMENTS.test(above.kind())) return at;
    at = above;
  }
  return at;
}

/** The test around a place, or the function, or the file. */
export const functionOf = (node: Node, file: SourceFile): Node =>
  testNode(node, file) ?? nearest(node, FUNCTIONS) ?? file.root;

export const functionText = (node: Node, file: SourceFile): string => functionOf(node, file).text();

/** The text of a statement before a place inside it. */
export const textBefore = (node: Node, statement: Node = statementOf(node)): string =>
  statement.text().slice(0, node.start() - statement.start());

export function isRepeated(node: Node, file: SourceFile): boolean {
  const end = functionOf(node, file);
  for (const above of outwards(node)) {
    if (isSame(above, end)) return false;
    const kind = above.kind();
    if (LOOPS.test(kind)) return true;
    if (/^call(?:_expression)?$/.test(kind) && LOOPS_BY_CALL.test(above.text().split(/[{\n]| do\b/, 1)[0]!))
      return true;
  }
  return false;
}

/** Where a function that is given away seldom runs in place, unless it is the body of a test or a hook. */
const RUNS_ELSEWHERE: ReadonlySet<string> = new Set(['csharp', 'cpp', 'php']);
const RUNS_HERE = /^(?:it|test|beforeEach|beforeAll|afterEach|afterAll|describe)\s*\([^{]*$/;

/** Methods of Ruby that run their block at once; any other may keep it. */
const RUBY_RUNS_HERE =
  /(?:^|[\s.=(])(?:it|specify|test|scenario|example|before|after|around|setup|teardown|should|describe|context|expect|assert\w*|refute\w*|capture\w*|with\w*|each\w*|times|map|loop|tap|begin|upto|step|chdir|mktmpdir|open|travel_to|freeze\w*|silence\w*|aggregate_failures|raise_error|change|perform_enqueued_jobs|timeout|synchronize)\b[^{}]*$/;

/** A block is one in Ruby alone, where a call has it. */
const isGivenFunction = (node: Node): boolean =>
  GIVEN_FUNCTIONS.test(node.kind()) || (node.is('block') && node.parent()?.is('call') === true);

/** Inside a function that another call is given: run by somebody else. */
export function isDeferred(node: Node, file: SourceFile): boolean {
  const end = functionOf(node, file);
  for (const above of outwards(node)) {
    if (isSame(above, end)) return false;
    if (!isGivenFunction(above)) continue;
    const before = textBefore(above);
    if (DEFERS.test(before) || (RUNS_ELSEWHERE.has(file.language) && !RUNS_HERE.test(before))) return true;
    if (file.language === 'ruby' && !RUBY_RUNS_HERE.test(before)) return true;
  }
  return false;
}

/** What makes a value many times over, when the place is inside of it: `3.times.map { Thread.new { … } }`. */
function producer(node: Node): Node {
  for (const above of outwards(node)) {
    if (isGivenFunction(above)) {
      const before = textBefore(above);
      return /(?:map|collect|Select|List|Array(?:\.new)?|MutableList)\s*(?:\([^()]*\))?\s*\(?\s*$/.test(before)
        ? above
        : node;
    }
  }
  return node;
}

/** The name that a value is given where it is made: `@db` of `@db = Store.new(…)`, `pool` of `val pool = Executors…`. */
export function heldName(node: Node): string | null {
  const before = textBefore(node);
  return /([@$]*[A-Za-z_]\w*)\s*(?::\s*[\w<>?.,\s]+)?(?:\|\||\?\?|:)?=(?![=>~])\s*[^=]*$/.exec(before)?.[1] ?? null;
}

export const testsIn = once(({ root, dialect: { tests, test } }: SourceFile): readonly Node[] =>
  root.findAll(tests.join(', ')).filter((one) => test(one) !== null),
);

/** The text that runs for the same test as a place: its own test's, and what stands outside of all tests. */
export function sharedText(node: Node, file: SourceFile): string {
  const own = testNode(node, file);
  const text = file.root.text();
  let shared = '';
  let from = 0;
  for (const one of testsIn(file)) {
    if ((own !== null && isSame(own, one)) || one.start() < from) continue;
    // A test around this one is not another.
    if (own !== null && one.start() <= own.start() && one.end() >= own.end()) continue;
    shared += text.slice(from, one.start());
    from = one.end();
  }
  return shared + text.slice(from);
}

/** Whether what a name holds is given one of these methods, in the same test or around all of them. */
export const isLetGo = (name: string, methods: string, node: Node, file: SourceFile): boolean =>
  re`${quoted(name)}(?:\[[^\]]*\])?\s*(?:\?|!!|&)?(?:\.|->|::)\s*(?:${methods})\b`.test(sharedText(node, file));

/** Whether it is handed to whoever asked for it. */
export const isHandedOn = (name: string | null, node: Node, file: SourceFile): boolean =>
  /^return\b/.test(statementOf(node).text()) ||
  (name !== null && re`\breturn\s+${quoted(name)}\b`.test(functionText(node, file)));

/** By a method of what holds it, by a function anywhere in the same test or around all of them, or by whoever gets it. */
export function isReleasedByText(made: Node, file: SourceFile, { methods, functions, onceStarted }: Release): boolean {
  const node = producer(made);
  const statement = statementOf(node).text();
  const shared = sharedText(node, file);
  if (functions !== undefined && re`(?:^|[^\w$])(?:${functions})\b`.test(shared)) return true;
  if (re`[)}\w]\s*(?:\.|->)\s*(?:${methods})\b`.test(statement)) return true;
  const name = heldName(node);
  if (onceStarted && !/\.[sS]tart\b/.test(name === null ? statement : shared)) return true;
  if (name === null) return node.id() !== made.id() || !isStatement(node, statement);
  if (isHandedOn(name, node, file) || isLetGo(name, methods, node, file)) return true;
  // In a list that is let go as a whole.
  const word = `${quoted(name)}\\b`;
  return re`<<\s*${word}|\[[^\]]*\b${word}[^\]]*\]\.each|\.?[aA]dd\(${word}|\+=\s*${word}|joinAll\([^)]*\b${word}|foreach \([^)]* in ${word}`.test(
    shared,
  );
}

/** The statement begins with what is made, so that nobody gets it. */
const isStatement = (node: Node, statement: string): boolean =>
  statement.startsWith(node.text().slice(0, FIRST_CHARACTERS)) || /^(?:new|await|\(new)\b/.test(statement);
const FIRST_CHARACTERS = 12;

const PUTS_BACK =
  /tear_?down|\bDispose|clean_?up|@After|\[\w*(?:TearDown|Cleanup)\]|(?:^|\s)after(?:[A-Z]\w*)?\b|~|\bmain\b/i;

/** By another change of its kind for the same test; in `finally` or a tear-down it is the putting back. */
export function isRestoredByText(change: Node, file: SourceFile, again: RegExp, guards?: RegExp): boolean {
  if (guards?.test(file.text) || nearest(change, ['finally_clause', 'finally_block', 'ensure']) !== null) return true;
  for (const above of outwards(change)) {
    const isHead = FUNCTIONS.includes(above.kind()) || above.is('call') || isGivenFunction(above);
    if (isHead && PUTS_BACK.test(headOf(above))) return true;
  }
  const count = (text: string): number => text.match(new RegExp(again.source, 'g'))?.length ?? 0;
  return count(sharedText(change, file)) > Math.max(1, count(statementOf(change).text()));
}

const headOf = (node: Node): string =>
  isGivenFunction(node) ? textBefore(node) : node.text().split(/[{\n]| do\b/, 1)[0]!;
