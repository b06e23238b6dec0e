/** Whether a test puts back what it changed for the whole process: in the same function, in the tear-down of its class, or because something around it does. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { isSame, nearest } from '../../syntax/node.ts';
import { circumstances, classAround, functionAround, isSetUp, nameOf } from './around.ts';
import { callsIn } from './calls-in.ts';

export interface Change {
  readonly node: Node;
  readonly file: SourceFile;
  /** Matches the text of a later change that may be the putting back. */
  readonly restores: RegExp;
  /** Matches what around the place restores on its own: `patch.dict(os.environ)`. */
  readonly guards: RegExp;
}

export function isPutBack({ node, restores, guards }: Change): boolean {
  if (circumstances(node).some((text) => guards.test(text))) return true;
  const around = functionAround(node);
  // At the top of a file it holds for the whole run, and for all alike.
  if (around === null) return true;
  if (isTearDown(around) || isTheRestoring(node, around, restores)) return true;
  const places = [around, ...tearDownsOf(node)];
  return places.some((place) => {
    if (cleansUp(place, restores)) return true;
    const later = statementsIn(place).filter((statement) => restores.test(statement.text()));
    return later.some((statement) => !isSame(place, around) || statement.start() > node.end());
  });
}

/** In a `finally`, behind the fixture's `yield`, or the second of two such changes. */
function isTheRestoring(node: Node, around: Node, restores: RegExp): boolean {
  if (nearest(node, ['finally_clause']) !== null) return true;
  const { start } = node.range();
  const isBefore = (other: Node) => other.end() < start.index;
  if (around.findAll('yield').some(isBefore)) return true;
  return statementsIn(around).some(
    (statement) => isBefore(statement) && changes(statement) && restores.test(statement.text()),
  );
}

/** Not one that only reads: `before = os.environ.get("MODE")`. */
function changes(statement: Node): boolean {
  const [inner] = statement.namedChildren();
  if (inner === undefined || !inner.is('assignment')) return true;
  const left = inner.field('left');
  return left !== null && (!left.is('identifier') || /signal\.signal|umask/.test(inner.text()));
}

const isTearDown = (definition: Node): boolean => /tear_?down|clean_?up|restore|reset/i.test(nameOf(definition));

function tearDownsOf(node: Node): readonly Node[] {
  const own = classAround(node);
  if (own === null) return [];
  return own
    .findAll('function_definition')
    .filter((definition) => isTearDown(definition) || isSetUp(definition))
    .filter((definition) => isTearDown(definition) || cleansUpLater(definition));
}

const cleansUpLater = (definition: Node): boolean => /addCleanup|yield/.test(definition.text());

const cleansUp = (place: Node, restores: RegExp): boolean =>
  callsIn(place).some(
    ({ last, args }) =>
      /^(?:add\w*Cleanup|addfinalizer|callback|register)$/.test(last) && args.some((arg) => restores.test(arg.text())),
  );

const statementsIn = (place: Node): readonly Node[] => place.findAll('expression_statement, delete_statement');
