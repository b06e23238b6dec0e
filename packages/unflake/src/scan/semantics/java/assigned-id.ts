import type { Node, SourceFile } from '../../facts/source-file.ts';
import { quoted } from '../undone.ts';
import { calledName, methodAround, rootOf } from './around.ts';
import { initialOf } from './literals.ts';

const MAKES = /^(?:create|insert|save|register|persist|add|store|saveAndFlush|place|signUp|merge)/i;

/** `made.getId()`, where what holds it was made in this test and was not told which id to take. */
export function isAssignedId(node: Node, file: SourceFile): boolean {
  if (!/^(?:\w+)\.(?:getId|id)(?:\(\))?(?:\.(?:longValue|intValue)\(\))?$/.test(node.text())) return false;
  const holder = node.find({ rule: { kind: 'identifier', regex: `^${quoted(rootOf(node))}$` } });
  const value = holder === null ? undefined : initialOf(holder, file);
  if (!value?.is('method_invocation') || !MAKES.test(calledName(value))) return false;
  return (
    !/\b(?:id|setId|withId)\(|new \w+\(\s*[0-9]+[lL]?\s*,/.test(value.text()) &&
    !/\.setId\(/.test(methodAround(node)?.text() ?? '')
  );
}
