/** Paths that a test's commands touch, as against those that are only printed or compared; and where they start from. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, outwards, textAt } from '../../syntax/node.ts';
import {
  commandOf,
  commandsIn,
  functionAround,
  hooksOf,
  isOwn,
  isTest,
  plain,
  SET_UP,
  scopeAround,
} from './command.ts';

const TOUCHES =
  /^(?:cat|cp|mv|rm|rmdir|mkdir|touch|ln|ls|grep|egrep|fgrep|diff|cmp|source|\.|tee|tar|zip|unzip|head|tail|wc|sed|awk|sort|stat|chmod|chown|install|find|test|\[|bash|sh|jq|md5sum|sha256sum|sha1sum|dd|truncate|readlink|realpath|file|du)$/;

const TAKES_PATTERN = /^(?:grep|egrep|fgrep|sed|awk|jq)$/;

/** Arguments of a command that touches what it is given, and where its output goes. */
export function touched(node: Node, file: SourceFile): readonly Node[] {
  if (node.is('file_redirect')) return named(node).filter((part) => !part.is('file_descriptor'));
  if (node.is('test_command')) return testedFiles(node);
  const { name, args } = commandOf(node);
  if (name === 'test') return args.filter((_, at) => /^-[abcdefghkprstuwxGLNOS]$/.test(textAt(args[at - 1])));
  if (!TOUCHES.test(name) || isOwn(name, file)) return [];
  // The first that is no option is a pattern or a program of its own.
  const pattern = TAKES_PATTERN.test(name) ? args.findIndex((arg) => !/^-/.test(arg.text())) : -1;
  return args.filter((_, at) => at !== pattern);
}

/** `[ -f path ]`: what a file operator asks for. */
const testedFiles = (node: Node): readonly Node[] =>
  node
    .findAll('unary_expression')
    .filter((one) => /^-[abcdefghkprstuwxGLNOS]\s/.test(one.text()))
    .flatMap((one) => named(one).slice(-1));

export const pathText = (node: Node): string => plain(node).replace(/^\w+=/, '');
export const TOUCHING = 'command, file_redirect, test_command';

const SHARED = /^(?:\/tmp|\/var\/tmp|\/dev\/shm|\$\{?TMPDIR\}?|\$\{TMPDIR:-\/tmp\})\/[\w.-]/;

/** Something in it makes it another one every time. */
const VARIES = /\$\$|\$\{?(?:RANDOM|BASHPID|BATS_\w+|\w*(?:pid|PID))|X{3,}|\$\(/;

export const isFixed = (path: string): boolean => SHARED.test(path) && !VARIES.test(path);

export function isUsedAsPath(node: Node, file: SourceFile): boolean {
  const value = /=([\s\S]*)$/.exec(node.text())?.[1]?.replace(/^["']|["']$/g, '') ?? '';
  if (!isFixed(value)) return false;
  const name = textAt(node.namedChildren()[0]);
  // Set for one command: that command is told where to work.
  if (node.parent()?.is('command')) return true;
  const scope =
    functionAround(node) !== null && !/^set_?up/i.test(functionAround(node)?.fieldText('name') ?? '')
      ? scopeAround(node, file)
      : file.root;
  const uses = scope.findAll('simple_expansion, expansion', `^\\$(?:${name}$|\\{${name}\\b)`);
  return uses.some((use) => nearest(use, ['command', 'file_redirect']) !== null || isTested(use));
}

const isTested = (use: Node): boolean =>
  [...outwards(use)].some((above) => above.is('unary_expression') && /^-[defrswxL]/.test(above.text()));

export function isTouchedToo(node: Node, file: SourceFile): boolean {
  const paths = node.namedChildren().map(pathText).filter(isFixed);
  const scope = functionAround(node);
  if (paths.length === 0 || scope === null) return false;
  const others = [...commandsIn(scope).map((one) => one.node), ...scope.findAll('test_command, file_redirect')];
  return others.some(
    (other) => other.id() !== node.id() && touched(other, file).some((path) => paths.includes(pathText(path))),
  );
}

const RELATIVE = /^(?:\.{1,2}\/|[\w.-]+\/)[\w./-]+$/;

export const isRelative = (path: Node): boolean =>
  /^(?:word|string|raw_string|concatenation)$/.test(path.kind()) &&
  !/[$*?]|^-|^s\/|:\/\//.test(pathText(path)) &&
  RELATIVE.test(pathText(path));

const CHANGES = /\b(?:cd|pushd)\b/;

/** Whether the test, its set-up or the top of the file has said before where it works. */
export function isSettled(node: Node, file: SourceFile, what: 'cwd' | 'home'): boolean {
  // `env HOME="$HOME"` hands it on.
  if (what === 'home' && /^["']?HOME=/.test(textAt(nearest(node, ['string', 'concatenation'])))) return true;
  const at = node.start();
  const around = functionAround(node);
  if (
    around !== null &&
    isOwn(around.fieldText('name'), file) &&
    !isTest(around) &&
    !SET_UP.test(around.fieldText('name'))
  )
    return true;
  const places = [...(around === null ? [] : [around]), ...hooksOf(file, SET_UP)];
  if (what === 'home') {
    const sets = file.root.findAll('variable_assignment', '^HOME=');
    return sets.some(
      (one) => functionAround(one) === null || places.some((place) => place.id() === functionAround(one)?.id()),
    );
  }
  const changes = (place: Node) =>
    commandsIn(place, CHANGES).some(
      ({ name, start }) => /^(?:cd|pushd)$/.test(name) && (place.id() !== around?.id() || start < at),
    );
  return (
    places.some(changes) ||
    commandsIn(file.root, CHANGES).some(
      ({ name, node: one, start }) =>
        /^(?:cd|pushd)$/.test(name) &&
        functionAround(one) === null &&
        start < at &&
        !/command_substitution|subshell/.test((one.parent()?.parent()?.kind() as string) ?? ''),
    )
  );
}
