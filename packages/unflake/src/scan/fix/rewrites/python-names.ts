/** Python: what a file calls things, as far as a rewrite has to know. */
import type { SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { after, type Edit } from '../rewrite.ts';

/** Whether the file gives a built-in name, or one that we would bring in, another meaning. */
export function isShadowed(name: string, { text }: SourceFile): boolean {
  return new RegExp(
    `(?:^|\\n)\\s*(?:def|class)\\s+${name}\\b|\\b${name}\\s*=(?!=)|\\bimport\\b[^\\n]*\\b${name}\\b`,
  ).test(text);
}

/** The test that pytest alone would run: a plain function at the top of its file. */
export function pytestFunction(node: Node): Node | null {
  const around = nearest(node, ['function_definition', 'lambda', 'class_definition']);
  if (around === null || !around.is('function_definition')) return null;
  const holder = around.parent()?.is('decorated_definition') ? around.parent()!.parent() : around.parent();
  const isTest = /^test/.test(around.field('name')?.text() ?? '');
  return isTest && holder?.is('module') ? around : null;
}

/** Null where it is given too many ways to say so safely. */
export function withFixture(test: Node, name: string): readonly Edit[] | null {
  const parameters = test.field('parameters');
  if (parameters === null) return null;
  const known = parameters.namedChildren();
  if (known.some((one) => one.text() === name)) return [];
  if (known.some((one) => !one.is('identifier'))) return null;
  const last = known.at(-1);
  if (last !== undefined) return [after(last, `, ${name}`)];
  const { index } = parameters.range().start;
  return [{ from: index + 1, to: index + 1, text: name }];
}
