import type { Node, SourceFile } from '../facts/source-file.ts';
import { calleeOf, isDiscarded } from '../semantics/calls.ts';
import { isAtTheEnd } from '../semantics/go/around.ts';
import { declared, givenTo as givenToInGo } from '../semantics/go/variables.ts';
import { scopeOf } from '../semantics/index.ts';
import { methodText, rootOf } from '../semantics/java/around.ts';
import { functionAround as functionAroundInJavaScript, isFunction } from '../semantics/javascript/around.ts';
import { textOf } from '../semantics/javascript/constants.ts';
import { keyword } from '../semantics/python/calls-in.ts';
import { hasReason } from '../semantics/reason-comment.ts';
import { givenTo as givenToInRust, methodsOn, unpacked } from '../semantics/rust/around.ts';
import { initialOf, usesOf } from '../semantics/rust/variables.ts';
import { commandOf, functionAround as functionAroundInShell, isTearDown } from '../semantics/shell/command.ts';
import { quoted, re } from '../semantics/undone.ts';
import { named, nearest, textAt, textBehind } from '../syntax/node.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

const isInBody = (attempt: Node, call: Node): boolean => {
  const body = attempt.field('body');
  return body !== null && body.start() <= call.start() && body.end() >= call.end();
};

/** Commands that fail when there is nothing to do, or whose status is an answer. */
const MAY_FAIL =
  /^(?:kill|pkill|killall|wait|rm|rmdir|umount|unset|unalias|popd|trap|grep|egrep|rg|diff|cmp|read|command|which|type|docker|podman|stop\w*|disown|mkdir|expr|let|test)$/;

const WRITES = /(?<![&2])>{1,2}\s*(?!&|\s*\/dev\/null)\S/;

/** Where to go on is one word (`|| true`), a comment next to it is the way to say why; elsewhere comments tell what the command does. */
const SAYS_WHY: ReadonlySet<string> = new Set(['javascript', 'shell']);

export const ignoredExitStatus: Kind = {
  name: 'ignored-exit-status',
  cause: null,
  severity: 'warning',
  where: 'anywhere',
  message: 'runs a command and ignores whether it failed',
  why: 'When the command fails, the test goes on with what was there before, and fails elsewhere or not at all.',
  when: (place, file) => !SAYS_WHY.has(file.language) || !hasReason(place, file),
  languages: {
    python: {
      where: 'tests',
      ...row(
        'Pass `check=True`, or use `subprocess.check_call`; write `check=False` where failing is fine.',
        calls(
          'subprocess.run',
          ({ node, args }) =>
            isDiscarded(node) && keyword(args, 'check') === null && !args.some((arg) => arg.is('dictionary_splat')),
        ),
        calls('subprocess.call os.system subprocess.getoutput', ({ node }) => isDiscarded(node)),
      ),
    },
    javascript: row(
      'Use `execFileSync`, which throws, or check `status` and `error` of what `spawnSync` returns.',
      calls('child_process.spawnSync cross-spawn.sync', ({ node }) => isUnchecked(node)),
      calls('child_process.execSync child_process.exec child_process.execFileSync', ({ node, args, file }) => {
        if (/\|\|\s*(?:true|:)\s*$|;\s*true\s*$/.test(textOf(args[0], file) ?? '')) return true;
        return isSwallowed(node);
      }),
      calls('child_process.exec child_process.execFile', ({ args }) => {
        const callback = args.at(-1);
        if (callback === undefined || !isFunction(callback)) return false;
        const error = callback.field('parameter') ?? callback.field('parameters')?.namedChildren()[0];
        const name = /^[\w$]+/.exec(textAt(error))?.[0];
        const body = callback.fieldText('body');
        // The process itself can be asked, too.
        if (/\.(?:exitCode|signalCode)\b/.test(body)) return false;
        return name === undefined || !re`\b${quoted(name)}\b`.test(body);
      }),
    ),
    java: row(
      'Look at what `waitFor()` returns, or at `exitValue()`, and fail when it is not 0.',
      calls('*.waitFor', ({ node, args, file }) => {
        if (!isDiscarded(node) || args.length === 1) return false;
        const object = node.fieldText('object');
        const root = rootOf(node.field('object'));
        // Of a process that was ended by force nobody asks how it ended.
        if (re`\b${quoted(root)}\.destroy`.test(methodText(node))) return false;
        const isProcess =
          /\.start\(\)$|\.exec\([\s\S]*\)$/.test(object) ||
          re`\bProcess ${quoted(root)}\b|\b${quoted(root)}\s*=\s*(?:new ProcessBuilder|Runtime\.)`.test(file.text);
        return isProcess && !re`\b${quoted(root)}\.exitValue\(`.test(methodText(node));
      }),
    ),
    go: row(
      'Check the error: `if err := cmd.Run(); err != nil { t.Fatal(err) }`; `CombinedOutput` has what the program said.',
      calls('*.Run *.Output *.CombinedOutput', ({ node, args, file }) => {
        if (args.length > 0 || isAtTheEnd(node)) return false;
        const on = calleeOf(node).replace(/\.\w+$/, '');
        const command = /^\w+$/.test(on) ? textAt(declared(on, scopeOf(node, file))) : on;
        if (!/^exec\.Command(?:Context)?\(/.test(command) || file.imports.names.get('exec') !== 'os/exec') return false;
        const names = givenToInGo(node);
        return names !== null && (names.length === 0 || names.at(-1) === '_');
      }),
    ),
    rust: row(
      'Check it: `assert!(status.success())`; with `assert_cmd`, `.assert().success()`.',
      calls('*.status *.output *.wait', ({ node, name, args, file }) => {
        if (args.length > 0 || !name.startsWith('?.') || !isCommand(node, name, file)) return false;
        // To clean up is to try.
        if (nearest(node, ['impl_item'])?.text().startsWith('impl Drop') === true) return false;
        if (methodsOn(node).some((method) => /^(?:success|code|status|is_ok|is_err|map|and_then)$/.test(method)))
          return false;
        const result = givenToInRust(unpacked(node));
        if (result === null) return false;
        if (result === '' || result === '_') return true;
        const uses = usesOf(result.replace(/^mut /, ''), scopeOf(node, file)).filter((use) => use.start() > node.end());
        return (
          name.endsWith('.output') &&
          uses.length > 0 &&
          uses.every((use) => use.parent()?.field('field')?.text() === 'stdout')
        );
      }),
    ),
    shell: row(
      'Take out `|| true` and `set +e`, use `run` and check `$status`, or say in a comment why failing is fine.',
      nodesOf('list', /\|\|\s*(?:true|:)\s*$/, isIgnored),
      nodesOf(
        'command',
        /^set\s+\+\w*e/,
        (node, file) => !isTearDown(functionAroundInShell(node)) && !isSetAgain(node, file) && !isForOne(node),
      ),
    ),
  },
};

function isUnchecked(call: Node): boolean {
  const outer = call.parent();
  if (outer === null || outer.is('expression_statement')) return true;
  if (outer.is('member_expression')) return /^std(?:out|err)$/.test(outer.fieldText('property'));
  if (!outer.is('variable_declarator')) return false;
  const target = outer.field('name')!;
  if (!target.is('identifier')) return !/\b(?:status|error|signal)\b/.test(target.text());
  const scope = textAt(functionAroundInJavaScript(call) ?? nearest(call, ['program']));
  const uses = [...scope.matchAll(new RegExp(`(?<![\\w$.])${quoted(target.text())}(\\.\\w+|\\?\\.\\w+)?`, 'g'))].slice(
    1,
  );
  // Handed on as a whole, somebody else may look.
  return uses.every(([, member]) => member !== undefined && !/status|error|signal/.test(member));
}

function isSwallowed(call: Node): boolean {
  const around = nearest(call, ['try_statement', 'arrow_function', 'function_declaration']);
  if (!around?.is('try_statement') || !isInBody(around, call)) return false;
  const handler = around.field('handler')?.field('body')?.text() ?? 'x';
  return /^\{\s*\}$/.test(handler);
}

/** The chain, or the variable that it starts with, began as a command; a child that was killed is only reaped. */
function isCommand(call: Node, name: string, file: SourceFile): boolean {
  if (name.endsWith('.wait')) return false;
  const text = call.fieldText('function');
  const first = /^(\w+)\s*\./.exec(text)?.[1];
  const source = first === undefined ? text : textAt(initialOf(first, scopeOf(call, file), file.root));
  return /^(?:(?:std|tokio)::process::)?Command::new\(/.test(source);
}

function isIgnored(node: Node): boolean {
  const first = named(node)[0];
  const last = named(node).at(-1);
  if (first === undefined || last === undefined || !/^(?:true|:)$/.test(last.text())) return false;
  // `|| : >file` makes or empties the file.
  if (node.parent()?.is('redirected_statement') && WRITES.test(textBehind(node))) return false;
  const command = first.is('command') ? first : (first.findAll('command').at(-1) ?? null);
  if (command !== null && MAY_FAIL.test(commandOf(command).name)) return false;
  return !isTearDown(functionAroundInShell(node));
}

/** For one command, whose status is the function's: `local -` puts the options back. */
function isForOne(node: Node): boolean {
  const body = functionAroundInShell(node)?.field('body');
  const commands = body == null ? [] : named(body);
  return commands.some((one) => /^local\s+-$/.test(one.text())) && commands.at(-2)?.start() === node.start();
}

/** For a few lines, with the status looked at. */
function isSetAgain(node: Node, file: SourceFile): boolean {
  const after = (functionAroundInShell(node) ?? file.root).findAll('command', '^set\\s+["\']?-');
  const again = after.find((one) => one.start() > node.end());
  if (again === undefined) return false;
  return /\$\?|PIPESTATUS/.test(file.root.text().slice(node.end(), again.end()));
}
