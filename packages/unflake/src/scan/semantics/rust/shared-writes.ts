/** Writes by a test to what outlives it, in Rust. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { calleeOf } from '../calls.ts';
import { attributesOf, functionAround, isTest } from './around.ts';
import { givenTo } from './chains.ts';

function isWritten(assignment: Node, file: SourceFile): boolean {
  const name = /^\*?\(?\*?(\w+)/.exec(assignment.field('left')?.text() ?? '')?.[1];
  return name !== undefined && isChangedByTest(name, assignment, file);
}

/** By a test that does not run alone, or does not begin by emptying it. */
function isChangedByTest(name: string, change: Node, file: SourceFile): boolean {
  if (!/^[A-Z][A-Z\d_]*$/.test(name) || !isStatic(name, file)) return false;
  const scope = functionAround(change, file);
  if (!isTest(scope, file)) return false;
  return !attributesOf(scope).some((text) => /serial/.test(text));
}

function isStatic(name: string, { root }: SourceFile): boolean {
  const found = root.find({ rule: { kind: 'static_item', has: { field: 'name', regex: `^${name}$` } } });
  if (found !== null) return true;
  return (
    root.find({
      rule: { kind: 'macro_invocation', regex: `^(?:lazy_static::)?lazy_static![\\s\\S]*static ref ${name}\\b` },
    }) !== null
  );
}

/** By a method of what was unlocked, by a method of an atomic number, or by assignment. */
export function isSharedWrite(write: Node, file: SourceFile): boolean {
  if (!write.is('call_expression')) return isWritten(write, file);
  const unlocked = /^(\w+)\s*\.(?:lock|write|borrow_mut|get_mut)\(\)/.exec(calleeOf(write))?.[1];
  if (unlocked !== undefined) return isChangedByTest(unlocked, write, file);
  const name = /^(\w+)\s*\.(?:store|fetch_add|fetch_sub|swap)$/.exec(calleeOf(write))?.[1];
  // A number that is used is a number of the test's own.
  return name !== undefined && givenTo(write) === '' && isChangedByTest(name, write, file);
}
