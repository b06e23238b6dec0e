/** Rust: a counter instead of the clock in the name of a database in memory, which no other process can see. */
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { countOf, type Edit, type FixPlace, ofKind, type Rewrite, removed, replaced } from '../rewrite.ts';

/** What other processes can see would need more than a counter. */
const IN_MEMORY = /mode=memory|:memory:|memdb|in_memory/;
const VALUE = /^(?:std::time::)?SystemTime::now\(\)[\s\S]*\.as_(?:nanos|micros|millis|secs)\(\)$/;
const NAME = 'NEXT_NAME';
const NUMBER = 'number';

export const rustCounter: Rewrite = {
  rule: 'rust/name-from-clock',
  does: 'counts instead of reading the clock',
  edits: counted,
};

function counted(place: FixPlace): readonly Edit[] | null {
  const call = ofKind(place, 'call_expression');
  const given = call === null ? null : nearest(call, ['let_declaration']);
  const around = given === null ? null : nearest(given, ['function_item']);
  if (given === null || around === null || !IN_MEMORY.test(around.text()) || around.text().includes(NAME)) return null;
  const name = given.field('pattern')?.text() ?? '';
  const type = given.field('type')?.text() ?? null;
  if (!VALUE.test(given.field('value')?.text() ?? '') || !/^\w+$/.test(name) || !onlyShown(name, given, around))
    return null;
  if (type !== null && type !== 'u128' && type !== 'u64') return null;
  const indent = ' '.repeat(given.range().start.column);
  const atomic = 'std::sync::atomic';
  const next = `${NAME}.fetch_add(1, ${atomic}::Ordering::Relaxed)`;
  const renames = inTexts(name, given, around);
  const called = renames === null ? name : NUMBER;
  const renamed = renames ?? [];
  const lines = [
    `static ${NAME}: ${atomic}::AtomicU64 = ${atomic}::AtomicU64::new(0);`,
    `let ${called}${type === null ? '' : `: ${type}`} = ${type === 'u128' ? `u128::from(${next})` : next};`,
  ];
  return [replaced(given, lines.join(`\n${indent}`)), ...unused(given, place), ...renamed];
}

/** What is no time any more is not to be called one: edits where it is only filled into texts, null where it cannot be renamed. */
function inTexts(name: string, given: Node, around: Node): readonly Edit[] | null {
  const { index } = around.range().start;
  const uses = around.findAll({ rule: { kind: 'identifier', regex: `^${name}$` } }).length;
  if (uses > 1 || countOf(NUMBER, around.text()) > 0) return null;
  return [...around.text().matchAll(new RegExp(`\\{${name}(?=[:}])`, 'g'))]
    .map((match) => index + match.index + 1)
    .filter((from) => from > given.end())
    .map((from) => ({ from, to: from + name.length, text: NUMBER }));
}

/** Its type may change when it is only written into texts. */
function onlyShown(name: string, given: Node, around: Node): boolean {
  const uses = around.findAll({ rule: { kind: 'identifier', regex: `^${name}$` } });
  const isOwn = (use: Node) => use.start() < given.end();
  return uses
    .filter((use) => !isOwn(use))
    .every((use) => /^formatǃ$/.test(nearest(use, ['call_expression'])?.field('function')?.text() ?? ''));
}

/** Imports whose last use this was. */
function unused(given: Node, { file }: FixPlace): readonly Edit[] {
  const text = file.root.text();
  return file.root.findAll({ rule: { kind: 'use_declaration', regex: 'std::time' } }).flatMap((one) => {
    const names = [...(/\{([^}]*)\}/.exec(one.text())?.[1] ?? one.text().split('::').at(-1)!).matchAll(/\w+/g)].map(
      String,
    );
    const isInFunction = nearest(one, ['function_item']);
    const scope = isInFunction?.text() ?? text;
    const isGone = names.every(
      (name) => countOf(name, scope) === countOf(name, one.text()) + countOf(name, given.text()),
    );
    return isGone ? [removed(one, text)] : [];
  });
}
