/** Time in Go tests: loops that look again and again, readings that only measure, goroutines and the waits for them. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, outwards } from '../../syntax/node.ts';
import { argumentsOf, calleeOf, callsIn } from '../calls.ts';
import { usesOf } from '../declared.ts';
import { NO_WORK, type StartedWork } from '../started-work.ts';
import { isAfter } from '../undone.ts';
import { functionAround, innermost, isRunByTest } from './around.ts';
import { assertionsIn } from './assertions.ts';
import { givenTo } from './variables.ts';

/** Its condition asks something, or its body leaves it when something holds. */
export function isPolling(loop: Node): boolean {
  const head = headOf(loop);
  if (head?.is('range_clause') && !/^\d+$/.test(head.fieldText('right'))) return false;
  const condition = conditionOf(loop);
  if (condition !== null && !isCounting(condition) && !/^(?:true)$/.test(condition.text())) return true;
  const body = loop.field('body');
  const exits = body?.findAll('break_statement, return_statement') ?? [];
  return exits.some((exit) => {
    const list = exit.parent()?.parent();
    const around = list?.is('block') ? list.parent() : list;
    // What leaves the loop when something went wrong does not wait for it.
    if (around?.is('if_statement')) return !/^err != nil$/.test(around.fieldText('condition'));
    return around?.is('communication_case') ?? false;
  });
}

const headOf = (loop: Node): Node | undefined => named(loop).find((part) => !part.is('block') && !part.is('comment'));

function conditionOf(loop: Node): Node | null {
  const head = headOf(loop);
  if (head === undefined || head.is('range_clause')) return null;
  return head.is('for_clause') ? head.field('condition') : head;
}

/** `i < 50`, and no call in it. */
const isCounting = (condition: Node): boolean =>
  condition.is('binary_expression') &&
  condition.find('call_expression') === null &&
  /<=?|>=?|!=/.test(condition.text()) &&
  (condition.field('left')?.is('identifier') ?? false);

const TAKES_A_MOMENT = /(?:^|\.)(?:Since|Until|Sub|Before|After|WithDeadline|Set(?:Read|Write)?Deadline)$/;

export function onlyMeasures(reading: Node, file: SourceFile): boolean {
  const value = withAdded(reading);
  if (isMeasured(value)) return true;
  const names = givenTo(value);
  const scope = functionAround(reading, file);
  if (names === null || names.length !== 1 || scope.is('source_file')) return false;
  const uses = usesOf(names[0]!, scope).filter((use) => isAfter(use, value));
  return uses.length > 0 && uses.every((use) => isMeasured(withAdded(use)));
}

/** `time.Now().Add(d)` is as good as `time.Now()`. */
function withAdded(value: Node): Node {
  const selector = value.parent();
  const call =
    selector?.is('selector_expression') && selector.field('field')?.text() === 'Add' ? selector.parent() : null;
  return call?.is('call_expression') ? call : value;
}

/** Subtracted from another moment, or compared with one that is read from the clock as well. */
function isMeasured(value: Node): boolean {
  const outer = value.parent();
  const call = outer === null || !/^(?:argument_list|selector_expression)$/.test(outer.kind()) ? null : outer.parent();
  if (call === null || !call.is('call_expression')) return false;
  const callee = calleeOf(call);
  if (!TAKES_A_MOMENT.test(callee)) return false;
  if (!/\.(?:Before|After)$/.test(callee)) return true;
  const loop = nearest(call, ['for_statement', 'func_literal']);
  return /deadline|timeout|until|time\.Now\(\)/i.test(call.text()) && (loop?.is('for_statement') ?? false);
}

const WAITS =
  '(?i)(?:^|\\.)\\w*(?:wait|eventually|consistently|sleep|join|until|poll|drain|flush|gosched|settle|sync|shutdown|close|stop)\\w*$';

/** Variables of the test that a goroutine changes. */
function writtenBy(statement: Node): readonly string[] {
  const call = named(statement)[0];
  const literal = call?.field('function');
  if (call === undefined || literal === null || literal === undefined) return [];
  const given = argumentsOf(call).flatMap((argument) =>
    /^&\w+$/.test(argument.text()) ? [argument.text().slice(1)] : [],
  );
  const body = literal.is('func_literal') ? literal.field('body') : null;
  return body === null ? given : [...given, ...writesIn(body)];
}

function writesIn(body: Node): readonly string[] {
  const targets = body
    .findAll('assignment_statement, inc_statement, dec_statement')
    .flatMap((node) => (node.is('assignment_statement') ? named(node.field('left')) : named(node)));
  const atomics = [
    ...callsIn(body, '^atomic\\.(?:Add|Store)\\w+$').flatMap((call) => argumentsOf(call).slice(0, 1)),
    ...callsIn(body, '^\\w+\\.(?:Add|Store|Append|Push|Set|Record)$').map((call) => call.field('function')!),
  ];
  const own = new Set(
    body
      .findAll('short_var_declaration, var_spec')
      .flatMap((node) => (node.is('var_spec') ? named(node) : named(node.field('left'))))
      .map((name) => name.text()),
  );
  const names = [...targets, ...atomics].map((node) => /^[&*(]*(\w+)/.exec(node.text())?.[1] ?? '_');
  return [...new Set(names)].filter((name) => name !== '_' && !own.has(name));
}

/** The first place behind another where the function waits for something, whatever it is. */
function firstWait(after: Node, scope: Node): Node | null {
  const found = scope.findAll({
    rule: {
      any: [
        { kind: 'unary_expression', regex: '^<-' },
        { kind: 'select_statement' },
        { kind: 'call_expression', has: { field: 'function', regex: WAITS } },
        { kind: 'range_clause', has: { field: 'right', regex: '(?i)ch|chan|results|events|out|done|msgs' } },
      ],
    },
  });
  return found.find((node) => isAfter(node, after) && !isInOther(node, scope)) ?? null;
}

/** Inside another goroutine, or put off to the end. */
function isInOther(node: Node, scope: Node): boolean {
  for (const above of outwards(node)) {
    if (above.id() === scope.id()) return false;
    if (above.is('go_statement') || above.is('defer_statement')) return true;
  }
  return false;
}

/** Of a goroutine that the test itself starts. */
export function workOf(start: Node, file: SourceFile): StartedWork {
  const written = isRunByTest(start, file) ? writtenBy(start) : [];
  if (written.length === 0) return NO_WORK;
  const scope = innermost(start, file);
  const isAbout = (looked: Node): boolean => written.some((name) => usesOf(name, looked).length > 0);
  const looks = assertionsIn(scope).filter(({ node, looked }) => isAfter(node, start) && isAbout(looked));
  return { wait: firstWait(start, scope), looks: looks.map(({ node }) => node) };
}
