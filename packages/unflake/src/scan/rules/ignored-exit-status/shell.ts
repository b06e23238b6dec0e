import type { SourceFile } from '../../facts/source-file.ts';
import { commandOf, functionAround, isTearDown } from '../../semantics/shell/command.ts';
import { givesReason } from '../../semantics/shell/reason.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

/** Commands that fail when there is nothing to do, or whose status is an answer. */
const MAY_FAIL =
  /^(?:kill|pkill|killall|wait|rm|rmdir|umount|unset|unalias|popd|trap|grep|egrep|rg|diff|cmp|read|command|which|type|docker|podman|stop\w*|disown|mkdir|expr|let|test)$/;

const WRITES = /(?<![&2])>{1,2}\s*(?!&|\s*\/dev\/null)\S/;

export const shell: LanguageRule = {
  fix: 'Take out `|| true` and `set +e`, use `run` and check `$status`, or say in a comment why failing is fine.',
  find: [
    nodesOf('list', /\|\|\s*(?:true|:)\s*$/, isIgnored),
    nodesOf(
      'command',
      /^set\s+\+\w*e/,
      (node, file) =>
        !givesReason(node, file) && !isTearDown(functionAround(node)) && !isSetAgain(node, file) && !isForOne(node),
    ),
  ],
};

function isIgnored(node: Node, file: SourceFile): boolean {
  const first = named(node)[0];
  const last = named(node).at(-1);
  if (first === undefined || last === undefined || !/^(?:true|:)$/.test(last.text())) return false;
  // `|| : >file` makes or empties the file.
  if (node.parent()?.is('redirected_statement') && WRITES.test(node.parent()!.text().slice(node.text().length)))
    return false;
  const command = first.is('command') ? first : (first.findAll({ rule: { kind: 'command' } }).at(-1) ?? null);
  if (command !== null && MAY_FAIL.test(commandOf(command).name)) return false;
  return !isTearDown(functionAround(node)) && !givesReason(node, file);
}

/** For one command, whose status is the function's: `local -` puts the options back. */
function isForOne(node: Node): boolean {
  const body = functionAround(node)?.field('body');
  const commands = body == null ? [] : named(body);
  return commands.some((one) => /^local\s+-$/.test(one.text())) && commands.at(-2)?.start() === node.start();
}

/** For a few lines, with the status looked at. */
function isSetAgain(node: Node, file: SourceFile): boolean {
  const after = (functionAround(node) ?? file.root).findAll({ rule: { kind: 'command', regex: '^set\\s+["\']?-' } });
  const again = after.find((one) => one.start() > node.end());
  if (again === undefined) return false;
  return /\$\?|PIPESTATUS/.test(file.root.text().slice(node.end(), again.end()));
}
