import type { Node, SourceFile } from '../../facts/source-file.ts';
import { initialOf } from './constants.ts';

const MAKES = /(?:^|\.)(?:create|insert|save|register|persist|add|store|post|signUp|place|upsert)\w*$/i;

/** `made.id`, `response.body.id`, where what holds it was made in this test and was not told which id to take. */
export function isAssignedId(node: Node, file: SourceFile): boolean {
  if (
    !node.is('member_expression') ||
    !/^(?:id|insertId|lastInsertRowid|lastID)$/.test(node.field('property')?.text() ?? '')
  )
    return false;
  const root = /^[\w$]+/.exec(node.text())?.[0];
  const holder = node.find({ rule: { kind: 'identifier', regex: `^${root}$` } });
  const value = holder === null ? undefined : initialOf(holder, file);
  if (!value?.is('call_expression')) return false;
  if (/\bid\s*[:,}]/.test(value.field('arguments')?.text() ?? '')) return false;
  return MAKES.test(value.field('function')?.text() ?? '') || /\.(?:post|run)\(/.test(value.text());
}
