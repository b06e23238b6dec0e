/** Writes by a test to what outlives it: names of the file, attributes of the class, values of fixtures with a wider scope. */
import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import {
  classAround,
  decoratorsOf,
  functionAround,
  isFixture,
  isRunByTheRunner,
  isSetUp,
  parametersOf,
} from './around.ts';
import { callOf, callsIn } from './calls-in.ts';
import { assignmentsTo } from './values.ts';

const MUTABLE = /^(?:list|dictionary|set|list_comprehension|dictionary_comprehension|set_comprehension)$/;
const MAKES_MUTABLE = /(?:^|\.)(?:list|dict|set|defaultdict|OrderedDict|Counter|deque|bytearray)$/;
const isMutable = (value: Node | null): boolean =>
  value !== null &&
  (MUTABLE.test(value.kind() as string) || (value.is('call') && MAKES_MUTABLE.test(callOf(value).callee)));

export function isSharedWrite(write: Node, file: SourceFile): boolean {
  const around = functionAround(write);
  if (around === null || !isRunByTheRunner(around, file) || isFixture(around) || isSetUp(around)) return false;
  const target = targetOf(write);
  if (target === null) return false;
  if (target.whole)
    return (
      isGlobal(target.name, around) && assignmentsTo(target.name, file.root).length > 0 && !isReset(target.name, file)
    );
  const own = /^(?:self|cls)\.(\w+)$/.exec(target.name)?.[1];
  if (own !== undefined) return isOfTheClass(own, write, file);
  if (!/^\w+$/.test(target.name)) return false;
  if (parametersOf(around).includes(target.name)) return isWideFixture(target.name, file);
  if (assignmentsTo(target.name, around).length > 0 && !isGlobal(target.name, around)) return false;
  const given = assignmentsTo(target.name, file.root);
  return given.length > 0 && given.every((node) => isMutable(node.field('right'))) && !isReset(target.name, file);
}

/** What is written to; `whole` when the name itself is given another value. */
function targetOf(write: Node): { readonly name: string; readonly whole: boolean } | null {
  if (write.is('call')) {
    const { on } = callOf(write);
    return on === null ? null : { name: on, whole: false };
  }
  const left = write.is('delete_statement') ? (write.namedChildren()[0] ?? null) : write.field('left');
  if (left === null) return null;
  if (left.is('subscript')) return { name: left.field('value')?.text() ?? '', whole: false };
  return left.is('identifier') ? { name: left.text(), whole: true } : null;
}

const isGlobal = (name: string, around: Node): boolean =>
  around
    .findAll({ rule: { kind: 'global_statement' } })
    .some((node) => node.namedChildren().some((one) => one.text() === name));

/** A mutable attribute of the class body that no set-up gives anew. */
function isOfTheClass(name: string, write: Node, file: SourceFile): boolean {
  const own = classAround(write);
  if (own === null) return false;
  const inBody = own
    .findAll({ rule: { kind: 'assignment' } })
    .filter((node) => functionAround(node) === null && node.field('left')?.text() === name);
  if (inBody.length === 0 || !inBody.every((node) => isMutable(node.field('right')))) return false;
  const setUps = own
    .findAll({ rule: { kind: 'function_definition' } })
    .filter((node) => isSetUp(node) || isFixture(node));
  const gives = (place: Node) =>
    assignmentsTo(`self.${name}`, place).length > 0 ||
    callsIn(place, file).some(({ on, last }) => last === 'clear' && on === `self.${name}`);
  return !setUps.some(gives);
}

/** A fixture that lives longer than one test and gives something that can change. */
function isWideFixture(name: string, file: SourceFile): boolean {
  return file.root
    .findAll({ rule: { kind: 'function_definition', has: { field: 'name', regex: `^${name}$` } } })
    .filter(
      (definition) =>
        isFixture(definition) &&
        decoratorsOf(definition).some((text) => /scope\s*=\s*["'](?:module|session|class|package)["']/.test(text)),
    )
    .some((definition) =>
      definition
        .findAll({ rule: { any: [{ kind: 'return_statement' }, { kind: 'yield' }] } } as never)
        .some((node) => isMutable(node.namedChildren()[0] ?? null)),
    );
}

/** A fixture, a set-up or a tear-down empties it or gives it anew. */
function isReset(name: string, file: SourceFile): boolean {
  return file.root
    .findAll({ rule: { kind: 'function_definition' } })
    .filter((definition) => isFixture(definition) || isSetUp(definition))
    .some(
      (definition) =>
        assignmentsTo(name, definition).length > 0 ||
        callsIn(definition, file).some(
          ({ on, last, args }) =>
            (on === name && /^(?:clear|update)$/.test(last)) || args.some((arg) => arg.text() === name),
        ),
    );
}
