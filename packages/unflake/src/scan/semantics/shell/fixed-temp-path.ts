/** Paths below the directory for temporary files that are the same every time, and that commands touch. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest, outwards } from '../../syntax/node.ts';
import { commandsIn, functionAround, scopeAround } from './command.ts';
import { pathText, touched } from './paths.ts';

const SHARED = /^(?:\/tmp|\/var\/tmp|\/dev\/shm|\$\{?TMPDIR\}?|\$\{TMPDIR:-\/tmp\})\/[\w.-]/;

/** Something in it makes it another one every time. */
const VARIES = /\$\$|\$\{?(?:RANDOM|BASHPID|BATS_\w+|\w*(?:pid|PID))|X{3,}|\$\(/;

export const isFixed = (path: string): boolean => SHARED.test(path) && !VARIES.test(path);

export function isUsedAsPath(node: Node, file: SourceFile): boolean {
  const value = /=([\s\S]*)$/.exec(node.text())?.[1]?.replace(/^["']|["']$/g, '') ?? '';
  if (!isFixed(value)) return false;
  const name = node.namedChildren()[0]?.text() ?? '';
  // Set for one command: that command is told where to work.
  if (node.parent()?.is('command')) return true;
  const scope =
    functionAround(node) !== null && !/^set_?up/i.test(functionAround(node)?.field('name')?.text() ?? '')
      ? scopeAround(node, file)
      : file.root;
  const uses = scope.findAll({
    rule: {
      any: [
        { kind: 'simple_expansion', regex: `^\\$${name}$` },
        { kind: 'expansion', regex: `^\\$\\{${name}\\b` },
      ],
    },
  });
  return uses.some((use) => nearest(use, ['command', 'file_redirect']) !== null || isTested(use));
}

const isTested = (use: Node): boolean =>
  [...outwards(use)].some((above) => above.is('unary_expression') && /^-[defrswxL]/.test(above.text()));

export function isTouchedToo(node: Node, file: SourceFile): boolean {
  const paths = node.namedChildren().map(pathText).filter(isFixed);
  const scope = functionAround(node);
  if (paths.length === 0 || scope === null) return false;
  const others = [
    ...commandsIn(scope).map((one) => one.node),
    ...scope.findAll({ rule: { kind: 'test_command, file_redirect' } }),
  ];
  return others.some(
    (other) => other.id() !== node.id() && touched(other, file).some((path) => paths.includes(pathText(path))),
  );
}
