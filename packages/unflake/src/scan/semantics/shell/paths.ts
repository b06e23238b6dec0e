/** Paths that a test's commands touch, as against those that are only printed or compared. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import { commandOf, isOwn, plain } from './command.ts';

const TOUCHES =
  /^(?:cat|cp|mv|rm|rmdir|mkdir|touch|ln|ls|grep|egrep|fgrep|diff|cmp|source|\.|tee|tar|zip|unzip|head|tail|wc|sed|awk|sort|stat|chmod|chown|install|find|test|\[|bash|sh|jq|md5sum|sha256sum|sha1sum|dd|truncate|readlink|realpath|file|du)$/;

const TAKES_PATTERN = /^(?:grep|egrep|fgrep|sed|awk|jq)$/;

/** Arguments of a command that touches what it is given, and where its output goes. */
export function touched(node: Node, file: SourceFile): readonly Node[] {
  if (node.is('file_redirect')) return named(node).filter((part) => !part.is('file_descriptor'));
  if (node.is('test_command')) return testedFiles(node);
  const { name, args } = commandOf(node);
  if (name === 'test') return args.filter((_, at) => /^-[abcdefghkprstuwxGLNOS]$/.test(args[at - 1]?.text() ?? ''));
  if (!TOUCHES.test(name) || isOwn(name, file)) return [];
  // The first that is no option is a pattern or a program of its own.
  const pattern = TAKES_PATTERN.test(name) ? args.findIndex((arg) => !/^-/.test(arg.text())) : -1;
  return args.filter((_, at) => at !== pattern);
}

/** `[ -f path ]`: what a file operator asks for. */
function testedFiles(node: Node): readonly Node[] {
  return node
    .findAll({ rule: { kind: 'unary_expression' } })
    .filter((one) => /^-[abcdefghkprstuwxGLNOS]\s/.test(one.text()))
    .flatMap((one) => named(one).slice(-1));
}

export const pathText = (node: Node): string => plain(node).replace(/^\w+=/, '');
export const TOUCHING = 'command, file_redirect, test_command';
