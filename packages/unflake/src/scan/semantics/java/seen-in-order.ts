/** Whether a listing of Java is looked at in the order in which it came. */
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { quoted, re } from '../undone.ts';
import { calledName, methodText } from './around.ts';

const SORTS = /\bsort\(|\.sorted\(|\.sort\(|TreeSet|TreeMap/;

const ORDER_UNSEEN =
  /\.length\b|\.count\(\)|\.size\(\)|\.(?:any|all|none)Match\(|\btoSet\(|InAnyOrder|new HashSet|\.isEmpty\(|\bdelete\w*\(|hasSize\(|\.contains\(|\bassertNotNull\(|findFirst\(\)\.is(?:Present|Empty)|findAny/;

export function isSeenInOrder(call: Node): boolean {
  const statement = nearest(call, [
    'local_variable_declaration',
    'expression_statement',
    'return_statement',
    'enhanced_for_statement',
    'try_with_resources_statement',
    'if_statement',
    'field_declaration',
  ]);
  if (statement === null) return false;
  const text = statement.text();
  if (statement.is('enhanced_for_statement'))
    return /\.append\(|\.add\(|\+=|print/.test(text) && !SORTS.test(methodText(call)) && !/\bdelete/.test(text);
  if (SORTS.test(text) || ORDER_UNSEEN.test(text)) return false;
  // Handed on as it is, the caller decides.
  if (statement.is('return_statement') && call.parent()?.id() === statement.id() && calledName(call) !== 'listFiles')
    return false;
  const declared = nearest(call, [
    'variable_declarator',
    'resource',
    'expression_statement',
    'return_statement',
    'block',
  ]);
  const name =
    declared?.is('variable_declarator') || declared?.is('resource') ? declared.field('name')?.text() : undefined;
  if (name === undefined) return true;
  return isNameSeen(name, methodText(call));
}

function isNameSeen(name: string, method: string): boolean {
  const word = `\\b${quoted(name)}`;
  if (
    re`\bsort\(\s*${word}\b|${word}(?:\.stream\(\))?\.(?:sort|sorted)\(|Arrays\.stream\(${word}\)[^;]*sorted`.test(
      method,
    )
  )
    return false;
  return re`${word}\[\d|${word}\.get\(\d|${word}\.findFirst|${word}\.collect\([^;]*(?:toList|joining)|${word}\.toList\(|for \([^:]*: ${word}\) \{?[^}]*(?:append|add|\+=|print)|assert(?:Array)?Equals\([^;]*${word}\b(?!\.)|containsExactly\(|${word}\.(?:map|filter)\([^;]*(?:toList|joining|findFirst)`.test(
    method,
  );
}
