/** What a Java test opens or changes: who holds it, whether it is let go again, and who sees it. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, textAt } from '../../syntax/node.ts';
import { argumentsOf } from '../calls.ts';
import { declaredIn, isReadElsewhere } from '../declared.ts';
import { isAfter, quoted, re, testNode, undone } from '../undone.ts';
import { calledName, isInAfterHook, isInHook, methodAround } from './around.ts';

const KEEPS = /^(?:add|put|push|register|track|addCloseable|closeLater|AutoCleanup|allOf|closeQuietly|close|using)$/;

/** Whether the holder is ended by one of these methods, or handed on to somebody who keeps it. */
export function letGo(call: Node, name: string, file: SourceFile, methods: RegExp): boolean {
  const word = re`(?:^|[^A-Za-z0-9_$])${quoted(name)}(?:$|[^A-Za-z0-9_$(])`;
  const ended = undone(call, file, ['method_invocation', quoted(name)], (other) => {
    const on = other.fieldText('object');
    if (re`(?:^|\.)${quoted(name)}$`.test(on)) return methods.test(calledName(other));
    return (
      KEEPS.test(calledName(other)) &&
      argumentsOf(other).some((arg) => arg.text() === name || arg.text() === `${name}::close`)
    );
  });
  if (ended) return true;
  const method = methodAround(call);
  const isReturned = method?.findAll('return_statement').some((node) => word.test(node.text()));
  const isReused = file.root.findAll('resource').some((node) => word.test(textAt(named(node).at(-1))));
  return isReturned === true || isReused || isClosedByFramework(call, name, file);
}

/** A field that an annotation or a rule closes. */
function isClosedByFramework(call: Node, name: string, file: SourceFile): boolean {
  const field = nearest(call, ['field_declaration', 'method_declaration']);
  if (field?.is('field_declaration'))
    return /@(?:Rule|ClassRule|RegisterExtension|AutoClose|Container|TempDir)\b/.test(field.text());
  return re`@(?:AutoClose|Rule|ClassRule|RegisterExtension)[^;]*\b${quoted(name)}\s*[;=]`.test(file.text);
}

const MUTATES =
  /^(?:add|addAll|put|putAll|remove|clear|push|pop|offer|poll|set|append|incrementAndGet|getAndIncrement|increment|addAndGet|register|removeIf|compute\w*|merge)$/;

function writes(node: Node, target: Node | null, file: SourceFile): boolean {
  const text = target?.text().replace(/^this\./, '') ?? '';
  const foreign = /^([A-Z][A-Za-z0-9_]*)\.([a-z][A-Za-z0-9_]*)$/.exec(text);
  const isForeign = foreign !== null && !re`\bclass ${foreign[1]}\b`.test(file.text);
  const name = foreign?.[2] ?? /^[A-Za-z_$][A-Za-z0-9_$]*/.exec(text)?.[0] ?? '';
  // What costs little is asked first: most writes are to locals.
  if (isForeign ? node.is('method_invocation') : fieldOf(name, file) === undefined) return false;
  const test = testNode(node, file);
  if (test === null || isInHook(node) || nearest(node, ['finally_clause']) !== null) return false;
  if (isForeign) return !isPutBack(node, text, file);
  if (isLocal(name, test, file) || !isShared(name, node, file) || isMadeAnew(name, node, file)) return false;
  const isWhole =
    node.is('assignment_expression') &&
    !/[+\-*/|&]=/.test(node.field('operator')?.text() ?? '=') &&
    text === (foreign === null ? name : text);
  return !isWhole || isReadElsewhere(name, test, file);
}

const isLocal = (name: string, test: Node, file: SourceFile): boolean =>
  declaredIn(name, test.id(), file).length > 0 ||
  re`\b${quoted(name)}\s*[,)]`.test(test.fieldText('parameters')) ||
  re`\btry\s*\([^{]*\b${quoted(name)}\s*=`.test(test.text());

function fieldOf(name: string, file: SourceFile): Node | undefined {
  const declared = declaredIn(name, null, file).find((one) => one.parent()?.is('field_declaration'));
  return declared?.parent() ?? undefined;
}

/** A static field; or any field where the class keeps one instance for all its tests. */
function isShared(name: string, node: Node, file: SourceFile): boolean {
  const field = fieldOf(name, file);
  if (
    field === undefined ||
    methodAround(field) !== null ||
    /@(?:Mock|Spy|Autowired|TempDir|Rule|ClassRule|RegisterExtension)\b/.test(field.text()) ||
    /=\s*(?:Mockito\.)?mock\(/.test(field.text())
  )
    return false;
  const modifiersOf = (declaration: Node | null): string =>
    textAt(named(declaration).find((part) => part.is('modifiers')));
  if (/\bstatic\b/.test(modifiersOf(field))) return true;
  return /@TestInstance\([^)]*PER_CLASS/.test(modifiersOf(nearest(node, ['class_declaration'])));
}

/** A hook of every test assigns it, or empties it. */
function isMadeAnew(name: string, node: Node, file: SourceFile): boolean {
  const word = quoted(name);
  const regex = `^(?:this\\.|[A-Z][A-Za-z0-9]*\\.)?${word}[ ]*=|^(?:this\\.|[A-Z][A-Za-z0-9]*\\.)?${word}\\.(?:clear|reset|set|removeAll|setLength|deleteAll|drainTo)\\(`;
  return undone(
    node,
    file,
    ['assignment_expression, method_invocation', regex],
    (other) =>
      (isInHook(other) && !/@(?:Before|After)(?:All|Class)\b/.test(methodAround(other)?.text().slice(0, 200) ?? '')) ||
      nearest(other, ['finally_clause']) !== null,
  );
}

const isPutBack = (node: Node, left: string, file: SourceFile): boolean =>
  undone(
    node,
    file,
    ['assignment_expression', `^${quoted(left)}[ ]*=`],
    (other) => isAfter(other, node) || isInAfterHook(other) || isInHook(other),
  );

/** Whose answer is used is asked, not told. */
const isUsed = (write: Node): boolean =>
  write.is('method_invocation') &&
  (!write.parent()!.is('expression_statement') || /^(?:clear|reset)$/.test(write.fieldText('name')));

/** The test begins with it, and with a plain value: it makes itself independent. */
function isReset(write: Node): boolean {
  const statement = write.parent();
  const isFirst = statement?.is('expression_statement') === true && statement.prev()?.is('{') === true;
  return isFirst && /^(?:0[lLdDfF]?|null|false|""|-1|new \w[\w<>.]*\(\))$/.test(write.fieldText('right'));
}

export const isSharedWrite = (write: Node, file: SourceFile): boolean =>
  // What a call returns may be a copy.
  !/\(/.test(write.fieldText('left')) &&
  !isUsed(write) &&
  !isReset(write) &&
  nearest(write, ['compact_constructor_declaration', 'constructor_declaration']) === null &&
  (!write.is('method_invocation') || MUTATES.test(write.fieldText('name'))) &&
  writes(write, write.field('left') ?? write.field('object') ?? write.namedChildren()[0] ?? null, file);
