/** What stands around a place in Java: its method, the annotations that make it a test or a hook, the resource that closes it. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, outwards, textAt } from '../../syntax/node.ts';
import { testNode } from '../undone.ts';

const METHODS = ['method_declaration', 'constructor_declaration', 'static_initializer'];
const HOOK = /^@(?:[A-Za-z.]*\.)?(?:Before|After)(?:Each|All|Class|Method|Suite|Test|Group|s)?\b/;
const AFTER = /^@(?:[A-Za-z.]*\.)?After(?:Each|All|Class|Method|Suite|Test)?\b/;

export const methodAround = (node: Node): Node | null => nearest(node, METHODS);

/** The annotations of a declaration, as they are written. */
function annotationsOf(declaration: Node | null): readonly string[] {
  const modifiers = named(declaration).find((part) => part.is('modifiers'));
  return named(modifiers ?? null)
    .filter((part) => /annotation$/.test(part.kind()))
    .map((part) => part.text());
}

/** Whether a method runs before or after tests: by annotation, or by JUnit 3’s names. */
export const isHook = (method: Node | null): boolean =>
  annotationsOf(method).some((text) => HOOK.test(text)) || /^(?:setUp|tearDown)$/.test(method?.fieldText('name') ?? '');

export const isInHook = (node: Node): boolean => isHook(methodAround(node));

export const isInAfterHook = (node: Node): boolean => {
  const method = methodAround(node);
  return annotationsOf(method).some((text) => AFTER.test(text)) || method?.field('name')?.text() === 'tearDown';
};

/** Where something is put back, rather than changed. */
export const putsBack = (node: Node): boolean => isInAfterHook(node) || nearest(node, ['finally_clause']) !== null;

/** In a test’s own steps or a hook’s. */
export const isStep = (node: Node, file: SourceFile): boolean => testNode(node, file) !== null || isInHook(node);

/** Inside a lambda or an anonymous class of its method: run by somebody else, perhaps elsewhere. */
export function isDeferred(node: Node): boolean {
  for (const above of outwards(node)) {
    const kind = above.kind();
    if (kind === 'lambda_expression') return true;
    if (kind === 'method_declaration') return above.parent()?.parent()?.is('object_creation_expression') ?? false;
  }
  return false;
}

export const calledName = (call: Node): string =>
  (call.field('name') ?? call.field('type'))?.text().replace(/<.*$/s, '') ?? '';

/** The plain name at the start of a chain: `rows` in `rows.stream().map(…)`. */
export const rootOf = (node: Node | null): string =>
  /^(?:this\.)?([A-Za-z_$][A-Za-z0-9_$]*)/.exec(textAt(node))?.[1] ?? '';

/** The text of the class body around a place, of its method, or of the file. */
export const methodText = (node: Node): string => textAt(methodAround(node));
