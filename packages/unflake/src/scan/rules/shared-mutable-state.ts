import type { SourceFile } from '../facts/source-file.ts';
import { declaratorsOf, declaredIn } from '../semantics/declared.ts';
import { functionAround as functionAroundInGo, isAtTheEnd, isMain } from '../semantics/go/around.ts';
import { isPutBack as isPutBackInGo, packageVariables, rootOf as rootOfInGo } from '../semantics/go/package-state.ts';
import { usesOf } from '../semantics/go/variables.ts';
import { isInAfterHook as isInAfterHookInJava, isInHook, methodAround } from '../semantics/java/around.ts';
import {
  functionAround as functionAroundInJavaScript,
  hookAround,
  isInAfterHook as isInAfterHookInJavaScript,
} from '../semantics/javascript/around.ts';
import { isSharedWrite } from '../semantics/python/shared-writes.ts';
import {
  attributesOf,
  calleeOf,
  functionAround as functionAroundInRust,
  isTest as isTestInRust,
} from '../semantics/rust/around.ts';
import { givenTo } from '../semantics/rust/chains.ts';
import {
  commandOf,
  functionAround as functionAroundInShell,
  hooksOf,
  isBats,
  isTest as isTestInShell,
  SET_UP,
  TEAR_DOWN,
} from '../semantics/shell/command.ts';
import { leaks } from '../semantics/shell/put-back.ts';
import { isAfter, quoted, testNode, undone } from '../semantics/undone.ts';
import { isSame, named, nearest, outwards } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { kindOf } from './kind.ts';
import { calls, nodes, nodesOf, words } from './rule.ts';

const MUTABLE = String.raw`\w+(?:\s*:[^=\n]+)?\s*=\s*(?:[[{]|(?:\w+\.)?(?:list|dict|set|defaultdict|deque|Counter|OrderedDict|bytearray)\()`;

/** Something mutable at the top of the file or of a class, a `global`, a fixture that lives longer than a test. */
const SHARES = new RegExp(
  `^${MUTABLE}|^class\\b[^\\n]*\\n(?:(?!\\s*(?:async )?def )[^\\n]*\\n)*?\\s+${MUTABLE}|\\bglobal\\s|\\bscope\\s*=`,
  'm',
);

const JAVASCRIPT_MUTATES =
  '^[A-Za-z0-9_$]+\\.(?:push|pop|shift|unshift|splice|set|add|delete|clear|sort|reverse|append)\\(';

/** Hooks that run for every test; the others run once for all. */
const EACH = /(?:Each|^setup|^teardown)$/;

const JAVA_MUTATES =
  /^(?:add|addAll|put|putAll|remove|clear|push|pop|offer|poll|set|append|incrementAndGet|getAndIncrement|increment|addAndGet|register|removeIf|compute\w*|merge)$/;

const isLocalInJava = (name: string, test: Node, file: SourceFile): boolean =>
  declaredIn(name, test.id(), file).length > 0 ||
  new RegExp(`\\b${quoted(name)}\\s*[,)]`).test(test.field('parameters')?.text() ?? '') ||
  new RegExp(`\\btry\\s*\\([^{]*\\b${quoted(name)}\\s*=`).test(test.text());

const NOTHING = /^(?:0|nil|""|false|map\[.*\].*\{\}|\[\].*\{\}|make\(.*\)|new\(.*\))$/s;

const judged = new WeakMap<SourceFile, Map<string, boolean>>();

const isFunctionValue = (node: Node): boolean => named(node.field('right'))[0]?.is('func_literal') ?? false;

const CHANGES = words('push insert remove clear extend pop push_str retain drain append truncate push_back entry');

/** Folders of BATS that outlive one test. */
const SHARED = /^["']?\$\{?BATS_(?:FILE|SUITE|RUN)_TMPDIR\b/;

const WRITES = /^(?:touch|cp|mv|tee|mkdir|rm|ln|install|truncate|dd)$/;

const isInATest = (node: Node, file: SourceFile): boolean => {
  const around = functionAroundInShell(node);
  return isBats(file) && around !== null && isTestInShell(around);
};

export const sharedMutableState = kindOf({
  name: 'shared-mutable-state',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'changes state that other tests share',
  why: 'What a test finds depends on which tests ran before it; alone, in another order or in parallel it finds something else.',
  languages: {
    python: {
      fix: 'Make it anew for every test: a fixture with the default scope, an attribute set in `setUp`, or a fixture that clears it.',
      find: [
        nodesOf('assignment', /^(?:(?:self|cls)\.)?\w+(?:\[|\s*=)/, isSharedWrite, SHARES),
        nodesOf('augmented_assignment', null, isSharedWrite, SHARES),
        nodesOf('delete_statement', null, isSharedWrite, SHARES),
        nodesOf(
          'call',
          /^[\w.]+\.(?:append|extend|insert|add|update|setdefault|pop|popitem|remove|discard|appendleft)\(/,
          isSharedWrite,
          SHARES,
        ),
      ],
    },
    javascript: {
      fix: 'Make it anew for every test in `beforeEach`, or inside the test itself.',
      find: [
        nodesOf('assignment_expression', null, (node, file) => writesInJavaScript(node, node.field('left'), file)),
        nodesOf('augmented_assignment_expression', null, (node, file) =>
          writesInJavaScript(node, node.field('left'), file),
        ),
        nodesOf('update_expression', null, (node, file) => writesInJavaScript(node, node.field('argument'), file)),
        nodes({ rule: { kind: 'call_expression', regex: JAVASCRIPT_MUTATES } }, (node, file) =>
          writesInJavaScript(node, node.field('function')?.field('object') ?? null, file),
        ),
      ],
    },
    java: {
      fix: 'Make it a field of the instance, which JUnit makes anew for every test, or reset it in `@BeforeEach`.',
      find: [
        nodesOf('assignment_expression', null, (node, file) => writesInJava(node, node.field('left'), file)),
        nodesOf('update_expression', null, (node, file) => writesInJava(node, node.namedChildren()[0] ?? null, file)),
        nodesOf(
          'method_invocation',
          /^(?:this\.)?[A-Za-z0-9_$]+\.(?:add|put|remove|clear|push|pop|offer|poll|set|append|increment|getAndIncrement|register|compute|merge)[A-Za-z]*\(/,
          (node, file) =>
            JAVA_MUTATES.test(node.field('name')?.text() ?? '') && writesInJava(node, node.field('object'), file),
        ),
      ],
    },
    go: {
      fix: 'Make the variable local to the test, or build it new in a function that each test calls; put it back in `t.Cleanup` if it must be shared.',
      find: [
        nodesOf('assignment_statement', null, (node, file) => {
          const target = named(node.field('left'))[0];
          return target !== undefined && isSharedInGo(node, target, file) && !isFunctionValue(node);
        }),
        nodesOf(
          'inc_statement',
          null,
          (node, file) => named(node)[0] !== undefined && isSharedInGo(node, named(node)[0]!, file),
        ),
        calls('delete', ({ node, args, file }) => args[0] !== undefined && isSharedInGo(node, args[0], file)),
      ],
    },
    rust: {
      fix: 'Make the value local to the test and pass it in, or keep it in a `thread_local!`.',
      find: [
        calls(
          CHANGES.map((name) => `*.${name}`),
          ({ node, file }) => {
            const name = /^(\w+)\s*\.(?:lock|write|borrow_mut|get_mut)\(\)/.exec(calleeOf(node))?.[1];
            return name !== undefined && isChangedByTest(name, node, file);
          },
        ),
        calls('*.store *.fetch_add *.fetch_sub *.swap', ({ node, file }) => {
          const name = /^(\w+)\s*\.\w+$/.exec(calleeOf(node))?.[1];
          // A number that is used is a number of the test's own.
          return name !== undefined && givenTo(node) === '' && isChangedByTest(name, node, file);
        }),
        nodesOf('assignment_expression', null, (node, file) => isWritten(node, file)),
        nodesOf('compound_assignment_expr', null, (node, file) => isWritten(node, file)),
      ],
    },
    shell: {
      fix: 'Write below `$BATS_TEST_TMPDIR`, declare variables `local`, or give them anew in `setUp`.',
      find: [
        nodesOf(
          'file_redirect',
          /BATS_(?:FILE|SUITE|RUN)_TMPDIR/,
          (node, file) =>
            /^\d*>/.test(node.text()) && isInATest(node, file) && SHARED.test(node.field('destination')?.text() ?? ''),
        ),
        nodesOf('command', /BATS_(?:FILE|SUITE|RUN)_TMPDIR/, (node, file) => {
          const { name, args } = commandOf(node);
          return WRITES.test(name) && isInATest(node, file) && SHARED.test(args.at(-1)?.text() ?? '');
        }),
        nodesOf('variable_assignment', null, isGlobalOfTheFile),
      ],
    },
  },
});

function writesInJavaScript(node: Node, target: Node | null, file: SourceFile): boolean {
  const root = target === null ? null : rootOfInJavaScript(target);
  if (root === null || (declaratorsOf(root.text(), file).length === 0 && !file.imports.names.has(root.text())))
    return false;
  const test = testNode(node, file);
  if (test === null || hookAround(node) !== null || nearest(node, ['finally_clause']) !== null) return false;
  const name = root.text();
  const isWhole = node.is('assignment_expression') && target!.is('identifier');
  const declared = declaredOutside(name, test, file);
  if (declared === null)
    return !isWhole && isImportedState(name, node, target!, file) && !isLocalInJavaScript(name, root, file);
  if (isLocalInJavaScript(name, root, file)) return false;
  if (isMadeAnewInJavaScript(name, node, file) || (node.is('call_expression') && !isState(declared, name, file)))
    return false;
  return !isWhole || isReadElsewhereInJavaScript(name, test, file);
}

/** The plain name at the start of `a.b[0].c`. */
function rootOfInJavaScript(target: Node): Node | null {
  let node = target;
  while (
    /^(?:member_expression|subscript_expression|non_null_expression|parenthesized_expression)$/.test(node.kind())
  ) {
    const next = node.field('object') ?? node.namedChildren()[0];
    if (next == null) return null;
    node = next;
  }
  return node.is('identifier') ? node : null;
}

/** A parameter or variable of a function between the place and the test’s own outside. */
function isLocalInJavaScript(name: string, at: Node, file: SourceFile): boolean {
  for (let fn = functionAroundInJavaScript(at); fn !== null; fn = functionAroundInJavaScript(fn)) {
    const call = fn.parent()?.parent();
    if (
      new RegExp(`(?:^|[^\\w$.])${quoted(name)}(?:$|[^\\w$])`).test(
        (fn.field('parameters') ?? fn.field('parameter'))?.text() ?? '',
      )
    )
      return true;
    if (call?.is('call_expression') && /^(?:describe|suite|context)\b/.test(call.field('function')?.text() ?? ''))
      return false;
    if (declaredIn(name, fn.id(), file).length > 0) return true;
  }
  return false;
}

/** The variable’s declaration in the file or in a group of tests; not the result of a call, which may be a mock or a fresh object by every read. */
function declaredOutside(name: string, test: Node, file: SourceFile): Node | null {
  const found = groupsAround(test)
    .flatMap((id) => declaredIn(name, id, file))
    .at(0);
  if (found === undefined) return null;
  const value = found.field('value')?.text() ?? '';
  return /^(?:require|await import|jest\.fn|vi\.fn|sinon\.)/.test(value) ? null : found;
}

/** The functions of the groups that hold a test, by id, and the file itself. */
function groupsAround(test: Node): readonly (number | null)[] {
  const ids: (number | null)[] = [];
  for (let fn = functionAroundInJavaScript(test); fn !== null; fn = functionAroundInJavaScript(fn)) ids.push(fn.id());
  return [...ids, null];
}

/** A value of this file’s own making; what a call has returned may stand for something outside that keeps its own state. */
function isState(declared: Node, name: string, file: SourceFile): boolean {
  const own = /^(?:array|object|new_expression|number|string|template_string)$/;
  const value = declared.field('value');
  if (value !== null) return own.test(value.kind());
  return file.root
    .findAll({ rule: { kind: 'assignment_expression', regex: `^${quoted(name)} *=` } })
    .some((one) => own.test((one.field('right')?.kind() as string) ?? ''));
}

/** A hook of every test assigns it, or empties it. */
function isMadeAnewInJavaScript(name: string, node: Node, file: SourceFile): boolean {
  const word = quoted(name);
  const regex = `^${word}(?:\\.length)?\\s*=|^${word}\\.(?:clear|reset|splice|removeAll|deleteAll|truncate|restore|length)\\b|^(?:reset|clear|empty)\\w*\\(.*\\b${word}\\b`;
  return undone(
    node,
    file,
    {
      rule: {
        any: [
          { kind: 'assignment_expression', regex },
          { kind: 'call_expression', regex },
        ],
      },
    },
    (other) => EACH.test(hookAround(other) ?? '') || nearest(other, ['finally_clause']) !== null,
  );
}

/** Some other test starts with reading it. */
function isReadElsewhereInJavaScript(name: string, test: Node, file: SourceFile): boolean {
  const firsts = new Map<number, Node>();
  for (const use of file.root.findAll({ rule: { kind: 'identifier', regex: `^${quoted(name)}$` } })) {
    const own = testNode(use, file);
    if (own !== null && !isSame(own, test) && !firsts.has(own.id())) firsts.set(own.id(), use);
  }
  return [...firsts.values()].some((use) => {
    const outer = use.parent();
    return !(outer?.is('assignment_expression') && outer.field('left')?.id() === use.id());
  });
}

/** A field of a module of this project, changed for everyone who imports it. */
function isImportedState(name: string, node: Node, target: Node, file: SourceFile): boolean {
  if (!/^\.{1,2}\//.test(file.imports.names.get(name) ?? '') || node.is('call_expression')) return false;
  if (!target.is('member_expression') || [...outwards(target)].some((above) => above.is('finally_clause')))
    return false;
  return !undone(
    node,
    file,
    { rule: { kind: 'assignment_expression', regex: `^${quoted(target.text())}\\s*=` } },
    (other) => isAfter(other, node) || isInAfterHookInJavaScript(other) || hookAround(other) !== null,
  );
}

function writesInJava(node: Node, target: Node | null, file: SourceFile): boolean {
  const text = target?.text().replace(/^this\./, '') ?? '';
  const foreign = /^([A-Z][A-Za-z0-9_]*)\.([a-z][A-Za-z0-9_]*)$/.exec(text);
  const isForeign = foreign !== null && !new RegExp(`\\bclass ${foreign[1]}\\b`).test(file.text);
  const name = foreign?.[2] ?? /^[A-Za-z_$][A-Za-z0-9_$]*/.exec(text)?.[0] ?? '';
  // What costs little is asked first: most writes are to locals.
  if (isForeign ? node.is('method_invocation') : fieldOf(name, file) === undefined) return false;
  const test = testNode(node, file);
  if (test === null || isInHook(node) || nearest(node, ['finally_clause']) !== null) return false;
  if (isForeign) return !isPutBackInJava(node, text, file);
  if (isLocalInJava(name, test, file) || !isSharedInJava(name, node, file) || isMadeAnewInJava(name, node, file))
    return false;
  const isWhole =
    node.is('assignment_expression') &&
    !/[+\-*/|&]=/.test(node.field('operator')?.text() ?? '=') &&
    text === (foreign === null ? name : text);
  return !isWhole || isReadElsewhereInJava(name, test, file);
}

function fieldOf(name: string, file: SourceFile): Node | undefined {
  const declared = declaredIn(name, null, file).find((one) => one.parent()?.is('field_declaration'));
  return declared?.parent() ?? undefined;
}

/** A static field; or any field where the class keeps one instance for all its tests. */
function isSharedInJava(name: string, node: Node, file: SourceFile): boolean {
  const field = fieldOf(name, file);
  if (
    field === undefined ||
    methodAround(field) !== null ||
    /@(?:Mock|Spy|Autowired|TempDir|Rule|ClassRule|RegisterExtension)\b/.test(field.text()) ||
    /=\s*(?:Mockito\.)?mock\(/.test(field.text())
  )
    return false;
  const modifiers =
    field
      .namedChildren()
      .find((part) => part.is('modifiers'))
      ?.text() ?? '';
  if (/\bstatic\b/.test(modifiers)) return true;
  const owner = nearest(node, ['class_declaration']);
  return /@TestInstance\([^)]*PER_CLASS/.test(
    owner
      ?.namedChildren()
      .find((part) => part.is('modifiers'))
      ?.text() ?? '',
  );
}

/** A hook of every test assigns it, or empties it. */
function isMadeAnewInJava(name: string, node: Node, file: SourceFile): boolean {
  const word = quoted(name);
  const regex = `^(?:this\\.|[A-Z][A-Za-z0-9]*\\.)?${word}[ ]*=|^(?:this\\.|[A-Z][A-Za-z0-9]*\\.)?${word}\\.(?:clear|reset|set|removeAll|setLength|deleteAll|drainTo)\\(`;
  return undone(
    node,
    file,
    {
      rule: {
        any: [
          { kind: 'assignment_expression', regex },
          { kind: 'method_invocation', regex },
        ],
      },
    },
    (other) =>
      (isInHook(other) && !/@(?:Before|After)(?:All|Class)\b/.test(methodAround(other)?.text().slice(0, 200) ?? '')) ||
      nearest(other, ['finally_clause']) !== null,
  );
}

/** Some other test starts with reading it. */
function isReadElsewhereInJava(name: string, test: Node, file: SourceFile): boolean {
  const firsts = new Map<number, Node>();
  for (const use of file.root.findAll({ rule: { kind: 'identifier', regex: `^${quoted(name)}$` } })) {
    const own = testNode(use, file);
    if (own !== null && !isSame(own, test) && !firsts.has(own.id())) firsts.set(own.id(), use);
  }
  return [...firsts.values()].some((use) => {
    const outer = use.parent();
    return !(outer?.is('assignment_expression') && outer.field('left')?.id() === use.id());
  });
}

function isPutBackInJava(node: Node, left: string, file: SourceFile): boolean {
  return undone(
    node,
    file,
    { rule: { kind: 'assignment_expression', regex: `^${quoted(left)}[ ]*=` } },
    (other) => isAfter(other, node) || isInAfterHookInJava(other) || isInHook(other),
  );
}

function isSharedInGo(change: Node, target: Node, file: SourceFile): boolean {
  const name = rootOfInGo(target);
  if (!packageVariables(file).has(name) || isMain(change) || isAtTheEnd(change)) return false;
  const scope = functionAroundInGo(change, file);
  if (file.dialect.test(scope) === null || !isAtRisk(name, scope, file)) return false;
  return !isPutBackInGo(target.text(), change, file) && !isPutBackInGo(name, change, file);
}

/** Seen by others, and not made new by the test; the same for every change in a function, so it is found once. */
function isAtRisk(name: string, scope: Node, file: SourceFile): boolean {
  const known = judged.get(file) ?? new Map<string, boolean>();
  judged.set(file, known);
  const key = `${scope.id()} ${name}`;
  const found = known.get(key) ?? (isRead(name, file) && !isOwn(name, scope) && !isReset(name, scope));
  known.set(key, found);
  return found;
}

/** A variable that takes results only so that the compiler keeps them is never read. */
function isRead(name: string, { root }: SourceFile): boolean {
  return usesOf(name, root).some((use) => {
    const list = use.parent();
    const statement = list?.parent();
    if (list?.is('var_spec')) return false;
    return !(statement?.is('assignment_statement') && statement.field('left')?.id() === list?.id());
  });
}

function isOwn(name: string, scope: Node): boolean {
  const lists = scope.findAll({
    rule: {
      any: [
        { kind: 'short_var_declaration' },
        { kind: 'range_clause' },
        { kind: 'parameter_declaration' },
        { kind: 'var_spec' },
      ],
    },
  });
  return lists.some(
    (node) =>
      usesOf(name, node.field('left') ?? (node.is('var_spec') ? (node.field('name') ?? node) : node)).length > 0 &&
      (node.field('left') !== null || node.is('parameter_declaration') || node.is('var_spec')),
  );
}

/** The test itself empties the variable: before it begins, or when it is done. */
function isReset(name: string, scope: Node): boolean {
  return scope
    .findAll({ rule: { kind: 'assignment_statement' } })
    .some((node) => node.field('left')?.text() === name && NOTHING.test(node.field('right')?.text() ?? ''));
}

function isWritten(assignment: Node, file: SourceFile): boolean {
  const name = /^\*?\(?\*?(\w+)/.exec(assignment.field('left')?.text() ?? '')?.[1];
  return name !== undefined && isChangedByTest(name, assignment, file);
}

/** By a test that does not run alone, or does not begin by emptying it. */
function isChangedByTest(name: string, change: Node, file: SourceFile): boolean {
  if (!/^[A-Z][A-Z\d_]*$/.test(name) || !isStatic(name, file)) return false;
  const scope = functionAroundInRust(change, file);
  if (!isTestInRust(scope, file)) return false;
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

/** A variable that the file gives at its top and a test changes for all. */
function isGlobalOfTheFile(node: Node, file: SourceFile): boolean {
  if (isBats(file)) return false;
  const outer = (node.parent()?.kind() as string) ?? '';
  if (!/^(?:compound_statement|list|do_group|if_statement)$/.test(outer) || !leaks(node, file)) return false;
  const name = node.namedChildren()[0]?.text() ?? '';
  const given = file.root
    .findAll({ rule: { kind: 'variable_assignment' } })
    .filter((one) => one.namedChildren()[0]?.text() === name);
  if (!given.some((one) => functionAroundInShell(one) === null)) return false;
  const hooks = [...hooksOf(file, SET_UP), ...hooksOf(file, TEAR_DOWN)];
  return !hooks.some((hook) => new RegExp(`(?:^|\\s)${name}=`).test(hook.text()));
}
