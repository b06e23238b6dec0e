/** Go: the environment through `t.Setenv`, which puts it back. */
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type Edit, type FixPlace, ofKind, type Rewrite, replaced } from '../rewrite.ts';
import { removedImport } from './go-imports.ts';

export const goEnvironment: Rewrite = {
  rule: 'go/env-left-behind',
  does: 'changes the environment through `t.Setenv`, which puts it back',
  edits: throughTest,
};

function throughTest(place: FixPlace): readonly Edit[] | null {
  const call = ofKind(place, 'call_expression');
  const callee = call?.field('function');
  if (call === null || callee?.text() !== 'os.Setenv' || !call.parent()?.is('expression_statement')) return null;
  const around = nearest(call, ['function_declaration', 'func_literal', 'method_declaration']);
  const test = around === null ? null : testParameter(around);
  const outermost = around?.is('func_literal') ? nearest(around, ['function_declaration']) : around;
  // In a test that runs in parallel it would panic.
  if (test === null || outermost == null || /\.Parallel\(\)/.test(outermost.text())) return null;
  return [replaced(callee, `${test}.Setenv`), ...removedImport('os', callee.text(), place.file)];
}

function testParameter(around: Node): string | null {
  return /\(\s*(\w+) \*testing\.T\s*\)/.exec(around.field('parameters')?.text() ?? '')?.[1] ?? null;
}
