/** Writes by a test to what outlives it: names of the file, attributes of the class, values of fixtures with a wider scope. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { once } from '../once.ts';
import { givesBack, re } from '../undone.ts';
import {
  classAround,
  decoratorsOf,
  functionAround,
  isFixture,
  isRunByTheRunner,
  isSetUp,
  nameOf,
  parametersOf,
} from './around.ts';
import { callOf, callsIn } from './calls-in.ts';
import { assignedNames, assignmentsTo, functionsNamed, functionsOf, isInside } from './outline.ts';

const MUTABLE = /^(?:list|dictionary|set|list_comprehension|dictionary_comprehension|set_comprehension)$/;
const MAKES_MUTABLE = /(?:^|\.)(?:list|dict|set|defaultdict|OrderedDict|Counter|deque|bytearray)$/;
const isMutable = (value: Node | null): boolean =>
  value !== null && (MUTABLE.test(value.kind()) || (value.is('call') && MAKES_MUTABLE.test(callOf(value).callee)));

export function isSharedWrite(write: Node, file: SourceFile): boolean {
  const target = targetOf(write);
  if (target !== null && !target.whole && isOfAnotherModule(target.name, file))
    return isLeftInModule(target.name, write, file);
  if (target === null || !sharedNames(file).has(target.name.replace(/^(?:self|cls)\./, ''))) return false;
  const around = functionAround(write);
  if (around === null || !isRunByTheRunner(around, file) || isFixture(around) || isSetUp(around)) return false;
  if (target.whole)
    return (
      isGlobal(target.name, around) &&
      assignmentsTo(target.name, file.root, file).length > 0 &&
      !assignmentsTo(target.name, around, file).some((one) => givesBack(one, file)) &&
      !isReset(target.name, file)
    );
  const own = /^(?:self|cls)\.(\w+)$/.exec(target.name)?.[1];
  if (own !== undefined) return isOfTheClass(own, write, file);
  if (!/^\w+$/.test(target.name)) return false;
  if (parametersOf(around).includes(target.name)) return isWideFixture(target.name, file);
  if (assignmentsTo(target.name, around, file).length > 0 && !isGlobal(target.name, around)) return false;
  const given = assignmentsTo(target.name, file.root, file);
  return given.length > 0 && given.every((node) => isMutable(node.field('right'))) && !isReset(target.name, file);
}

/** A constant of an imported module, as its name says: `store.ROWS`, `shop.settings.CACHE`. */
function isOfAnotherModule(name: string, { imports }: SourceFile): boolean {
  const [first, ...rest] = name.split('.');
  return /^_?[A-Z][A-Z0-9_]*$/.test(rest.at(-1) ?? '') && imports.names.has(first!) && !/^os\b/.test(first!);
}

/** Neither the test nor what runs around it takes it out again or stands in for the container. */
function isLeftInModule(name: string, write: Node, file: SourceFile): boolean {
  const around = functionAround(write);
  if (around === null || !isRunByTheRunner(around, file) || isFixture(around) || isSetUp(around)) return false;
  const last = name.slice(name.lastIndexOf('.') + 1);
  const text = `${decoratorsOf(around).join('\n')}\n${around.text().replace(write.text(), '')}`;
  const putsBack = re`\b${last}\.(?:clear|pop|remove|discard|popitem)\(|\bdel\s+[\w.]*${last}\b|(?:setattr|setitem|delitem|patch)\b[^\n]*${last}|\b${last}\s*=(?!=)`;
  return !putsBack.test(text) && !isReset(name, file);
}

/** Names that outlive a test at all: given outside functions, or by a fixture. Asked first, because most writes are to others. */
const sharedNames = once((file: SourceFile): ReadonlySet<string> => {
  const given = assignedNames(file).filter((name) => assignmentsTo(name, file.root, file).length > 0);
  return new Set([...given, ...functionsOf(file).filter(isFixture).map(nameOf)]);
});

/** What is written to; `whole` when the name itself is given another value. */
function targetOf(write: Node): { readonly name: string; readonly whole: boolean } | null {
  if (write.is('call')) {
    const { on } = callOf(write);
    return on === null ? null : { name: on, whole: false };
  }
  const left = write.is('delete_statement') ? (write.namedChildren()[0] ?? null) : write.field('left');
  if (left === null) return null;
  if (left.is('subscript')) return { name: left.fieldText('value'), whole: false };
  return left.is('identifier') ? { name: left.text(), whole: true } : null;
}

const isGlobal = (name: string, around: Node): boolean =>
  around.findAll('global_statement').some((node) => node.namedChildren().some((one) => one.text() === name));

/** A mutable attribute of the class body that no set-up makes new. */
function isOfTheClass(name: string, write: Node, file: SourceFile): boolean {
  const own = classAround(write);
  if (own === null) return false;
  const inBody = assignmentsTo(name, own, file).filter((node) => functionAround(node) === null);
  if (inBody.length === 0 || !inBody.every((node) => isMutable(node.field('right')))) return false;
  const setUps = functionsOf(file).filter((node) => isInside(node, own) && (isSetUp(node) || isFixture(node)));
  const gives = (place: Node) =>
    assignmentsTo(`self.${name}`, place, file).length > 0 ||
    callsIn(place).some(({ on, last }) => last === 'clear' && on === `self.${name}`);
  return !setUps.some(gives);
}

/** A fixture that lives longer than one test and gives something that can change. */
const isWideFixture = (name: string, file: SourceFile): boolean =>
  functionsNamed(name, file)
    .filter(
      (definition) =>
        isFixture(definition) &&
        decoratorsOf(definition).some((text) => /scope\s*=\s*["'](?:module|session|class|package)["']/.test(text)),
    )
    .some((definition) =>
      definition.findAll('return_statement, yield').some((node) => isMutable(node.namedChildren()[0] ?? null)),
    );

/** A fixture, a set-up or a tear-down empties it or makes it new. */
const isReset = (name: string, file: SourceFile): boolean =>
  functionsOf(file)
    .filter((definition) => isFixture(definition) || isSetUp(definition))
    .some(
      (definition) =>
        assignmentsTo(name, definition, file).length > 0 ||
        callsIn(definition).some(
          ({ on, last, args }) =>
            (on === name && /^(?:clear|update)$/.test(last)) || args.some((arg) => arg.text() === name),
        ),
    );
