import { attributes } from '../facts/dialects/rust.ts';
import { mayBeBound } from '../facts/may-be-bound.ts';
import type { SourceFile } from '../facts/source-file.ts';
import {
  assertsNothing as assertsNothingInCpp,
  assertsNothing as assertsNothingInCsharp,
  assertsNothing as assertsNothingInKotlin,
  assertsNothing as assertsNothingInPhp,
  assertsNothing as assertsNothingInRuby,
} from '../semantics/asserts-nothing.ts';
import { argumentsOf } from '../semantics/go/around.ts';
import { usesOf } from '../semantics/go/variables.ts';
import { annotationsOf, calledName as calledNameInJava } from '../semantics/java/around.ts';
import { asserts as assertsInJava } from '../semantics/java/asserting.ts';
import { calledName as calledNameInJavaScript, isFunction } from '../semantics/javascript/around.ts';
import { assertionsIn } from '../semantics/javascript/assertions.ts';
import { plainCode } from '../semantics/plain-code.ts';
import { decoratorsOf, parametersOf } from '../semantics/python/around.ts';
import { assertsSomewhere } from '../semantics/python/assertions.ts';
import { callsIn } from '../semantics/python/calls-in.ts';
import { commandsIn, functionsOf, isBats, isTest, nameOf } from '../semantics/shell/command.ts';
import { quoted } from '../semantics/undone.ts';
import { named, nearest } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { kindOf } from './kind.ts';
import { nodesOf } from './rule.ts';

const PYTHON_SURELY_ASSERTS = /^\s*assert\b|\bself\.(?:assert\w+|fail\w*)\(/m;

/** A helper of such a name asserts, or throws. */
const JAVASCRIPT_TELLS =
  /assert|expect|verify|check|should|must|ensure|snapshot|validate|match|throws|fail|until|reject|^(?:cy|fc|nock|done|getBy|findBy|getAllBy|waitFor|toPass|isDone|plan|ok|equal|deepEqual|is)$|^(?:getBy|findBy|getAllBy|findAllBy|waitFor)/i;

/** Asked first, because nearly every test has one. */
const JAVASCRIPT_SURELY = /\b(?:expect|assert)\w*\s*[.(]/;

const JAVASCRIPT_ASKS_NO_MORE =
  /\b(?:not|n't|never|without|no)\b.*\b(?:throw|crash|fail|reject|error|hang|warn|explode|blow)|\b(?:smoke|compiles|type-?checks|does nothing|throws? nothing|renders without)\b/i;

/** The runner waits for the call: that it comes is what is tested. */
const takesDone = (body: Node): boolean =>
  /^\(?\s*(?:done|cb|callback|next|end)\b/.test((body.field('parameters') ?? body.field('parameter'))?.text() ?? '');

/** Seen without the tree, as most are. */
const JAVASCRIPT_SURELY_ASSERTS = /(?:^|[^\w$.])(?:expect|assert)(?:\.\w+)*\(/;

const JAVA_TELLS =
  /assert|verify|expect|check|should|must|ensure|validate|match|throws|fail|approve|until|andExpect|^(?:then|inOrder)$|^test(?=[A-Z_])/i;

/** Asked first, because nearly every test has one. */
const JAVA_SURELY = /\b(?:assert|verify|expect|fail)\w*\(/;

const RUNS_CHECKS = /^(?:untilAsserted|verifyComplete|expectComplete|andExpect|assertAll)$/;

const JAVA_ASKS_NO_MORE =
  /(?:not|Not|never|Never|without|Without|no|No)_?(?:Throw|Fail|Crash|Error|Exception|throw|fail|crash)|contextLoads|smoke|Smoke|compiles/;

/** Seen without the tree, as most are. */
const JAVA_SURELY_ASSERTS = /(?:^|[^\w$@])(?:assert[A-Z]\w*|assertThat|verify|fail)\(/;

/** Methods of a test that decide nothing. */
const DECIDES_NOTHING =
  /^(?:Log|Logf|Helper|Parallel|Name|Run|Cleanup|TempDir|Setenv|Chdir|Context|Deadline|Output|Attr)$/;

const GO_DECIDES =
  '^(?:\\w+\\.(?:Errorf?|Fatalf?|Fail|FailNow|Wait)|(?:assert|require)\\.\\w+|panic|recover|log\\.(?:Fatal|Panic)\\w*|os\\.Exit|Expect|Ω)$';

const GO_SURELY_DECIDES = /\b\w+\.(?:Errorf?|Fatalf?|FailNow)\(|\b(?:assert|require)\.\w+\(/;

const RUST_DECIDES =
  '(?i)(?:^|[.:])(?:\\w*(?:assert|panic|unreachable|verify|check|expect|ensure|validate|should)\\w*|unwrap\\w*|join|test_\\w+|run_test\\w*|todoǃ|unimplementedǃ|exit|must_\\w+)ǃ?(?:::<.*>)?$';

const RUST_SURELY_DECIDES = /(?:^|[^\w.])(?:assert(?:_eq|_ne)?|panic)ǃ\(|\.(?:unwrap|expect)\(/;

/** Cannot fail, or says nothing when it does. */
const SILENT = /^(?:echo|printf|:|true|sleep|cat|export|local|load|log|debug|cd)$/;

/** Lines that can be seen without the tree, as most tests have one. */
const SURELY_CHECKS = /^[ \t]*(?:(?:assert|refute|fail|verify|check|expect|should)\w*\b|\[\[?\s)/im;

const isSpared = (test: Node): boolean =>
  named(test.field('arguments')).some((part) => /^:?(?:skip|pending|aggregate)/.test(part.text()));

export const assertionFreeTest = kindOf({
  name: 'assertion-free-test',
  cause: null,
  severity: 'note',
  where: 'tests',
  message: 'asserts nothing: it passes whatever happens',
  why: 'Failures of what it starts show up in other tests, or nowhere.',
  languages: {
    python: {
      fix: 'Assert the outcome (`assert cart.total() == 0`), or say that not raising is the point in the name and with `pytest.raises` for the opposite.',
      find: [nodesOf('function_definition', /^(?:async\s+)?def\s+test/, assertsNothingInPython)],
    },
    javascript: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `expect(() => run()).not.toThrow()`.',
      find: [
        nodesOf('call_expression', /^(?:test|it|specify|fit)\b/, (node, file) => {
          if (JAVASCRIPT_SURELY.test(node.text())) return false;
          const title = file.dialect.test(node);
          if (
            title === null ||
            JAVASCRIPT_ASKS_NO_MORE.test(title) ||
            (/\.(?:skip|todo|each|for)\b/.test(node.field('function')?.text() ?? '') &&
              /todo/.test(node.field('function')!.text()))
          )
            return false;
          // A function of another name that takes the rest: the runner calls it, and we do not know it.
          if (node.field('arguments')?.namedChildren()[1]?.is('identifier')) return false;
          const body = node.field('arguments')?.namedChildren().findLast(isFunction);
          return body !== undefined && !takesDone(body) && !assertsInJavaScript(body, file, true);
        }),
      ],
    },
    java: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow(() -> run())`.',
      find: [
        nodesOf('method_declaration', null, (node, file) => {
          if (JAVA_SURELY.test(node.text())) return false;
          const name = file.dialect.test(node);
          const annotations = annotationsOf(node);
          if (
            name === null ||
            JAVA_ASKS_NO_MORE.test(name) ||
            annotations.some((text) =>
              /expected\s*=|S2699|^@(?:TestFactory|TestTemplate|Benchmark|ArchTest|Property)\b/.test(text),
            )
          )
            return false;
          const body = node.field('body');
          return body !== null && !checks(body, file, true);
        }),
      ],
    },
    go: {
      fix: 'Compare what the code did with what it should do: `if got != want { t.Errorf(…) }`.',
      find: [
        nodesOf(
          'function_declaration',
          null,
          (node, file) =>
            /^Test/.test(node.field('name')?.text() ?? '') &&
            file.dialect.test(node) !== null &&
            decidesNothingInGo(node),
        ),
      ],
    },
    rust: {
      fix: 'Compare what the code did with what it should do: `assert_eq!(got, want)`.',
      where: 'anywhere',
      find: [
        nodesOf(
          'function_item',
          null,
          (node, file) => file.dialect.test(node) !== null && decidesNothingInRust(node),
          /test|quickcheck/,
        ),
      ],
    },
    shell: {
      fix: 'Check `$status` and `$output` after `run` (`[ "$status" -eq 0 ]`, `assert_success`), or call the command without `run`.',
      find: [nodesOf('function_definition', null, checksNothing)],
    },
    kotlin: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow { run() }`, `shouldNotThrowAny { run() }`.',
      find: [
        nodesOf('function_declaration', /@[A-Za-z.]*Test\b/, (node, file) => {
          const text = node.text();
          if (/expected\s*=|@(?:TestFactory|Disabled|Ignore)\b/.test(text)) return false;
          return assertsNothingInKotlin(
            node,
            text.slice(text.search(/\bfun\b/)).replace(/^fun\s+(?:`[^`]*`|\w+)/, ''),
            file,
          );
        }),
        nodesOf('call_expression', /^(?:test|it|should|scenario|"[^"]*")/, (node, file) => {
          const text = node.text();
          return assertsNothingInKotlin(node, text.slice(text.indexOf('{')), file);
        }),
      ],
    },
    ruby: {
      fix: 'Assert what should have happened; if “does not raise” is meant, say so: `expect { run }.not_to raise_error`.',
      find: [
        nodesOf('method', /^def test_/, (node, file) =>
          assertsNothingInRuby(node, node.field('body')?.text() ?? '', file),
        ),
        nodesOf(
          'call',
          /^(?:it|specify|example|test|scenario)\b/,
          (node, file) => !isSpared(node) && assertsNothingInRuby(node, node.field('block')?.text() ?? '', file),
        ),
      ],
    },
    csharp: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `Assert.DoesNotThrow(() => Run())`, `Record.Exception(…)`.',
      find: [
        nodesOf('method_declaration', /^\[/, (node, file) => {
          const head = node.text().split('{', 1)[0]!;
          if (/ExpectedException|ExpectedResult|Skip\s*=|\[(?:\w+,\s*)*Ignore|Benchmark/.test(head)) return false;
          const body = node.field('body');
          // One expression hands the test on to somebody else.
          return body?.is('block') === true && assertsNothingInCsharp(node, body.text(), file);
        }),
      ],
    },
    cpp: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `EXPECT_NO_THROW(run())`, `REQUIRE_NOTHROW(run())`.',
      find: [
        nodesOf(
          'function_definition',
          null,
          (node, file) =>
            file.dialect.test(node) !== null && assertsNothingInCpp(node, node.field('body')?.text() ?? '', file),
        ),
      ],
    },
    php: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `$this->expectNotToPerformAssertions()`.',
      find: [
        nodesOf('method_declaration', /function[ ]+[A-Za-z_]/, (node, file) => {
          const before = node.prev()?.is('comment') ? node.prev()!.text() : '';
          if (
            /@(?:expectedException|doesNotPerformAssertions)|DoesNotPerformAssertions/.test(
              `${before}${node.field('attributes')?.text() ?? ''}`,
            )
          )
            return false;
          return assertsNothingInPhp(node, node.field('body')?.text() ?? '', file);
        }),
        nodesOf('function_call_expression', /^(?:it|test)\(/, (node, file) => {
          const isChained = /^\)?(?:->|\s*->)/.test(node.parent()?.text().slice(node.text().length) ?? '');
          return !isChained && assertsNothingInPhp(node, named(node.field('arguments')).at(-1)?.text() ?? '', file);
        }),
      ],
    },
  },
});

/** Where no text or comment can be around the place, nothing has to be taken out of the code first. */
function surelyAsserts(code: string): boolean {
  const at = PYTHON_SURELY_ASSERTS.exec(code)?.index;
  if (at === undefined) return false;
  const before = code.slice(0, at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (!/["'#]/.test(line) && !/"""|'''|\\\r?\n/.test(before)) return true;
  return PYTHON_SURELY_ASSERTS.test(plainCode(code, 'python'));
}

function assertsNothingInPython(test: Node, file: SourceFile): boolean {
  // The cheapest question first: most tests hold one that can be seen without the tree.
  if (!file.isTestFile || surelyAsserts(test.text())) return false;
  if (assertsSomewhere(test, file) || file.dialect.test(test) === null) return false;
  if (decoratorsOf(test).some((text) => /skip|xfail|benchmark|expectedFailure|raises/.test(text))) return false;
  if (parametersOf(test).some((name) => /benchmark|snapshot/.test(name))) return false;
  // A test that skips itself, or runs others, says what it is for.
  return !callsIn(test, file).some(({ last }) => /^(?:skip|skipTest|xfail|importorskip|runpytest)$/.test(last));
}

function assertsInJavaScript(body: Node, file: SourceFile, follow: boolean): boolean {
  if (JAVASCRIPT_SURELY_ASSERTS.test(plainCode(body.text(), 'javascript'))) return true;
  if (assertionsIn(body).length > 0 || body.find({ rule: { kind: 'throw_statement' } }) !== null) return true;
  if (body.find({ rule: { kind: 'member_expression', regex: '\\.should\\b' } }) !== null) return true;
  return body.findAll({ rule: { any: [{ kind: 'call_expression' }, { kind: 'identifier' }] } }).some((node) => {
    if (node.is('identifier')) {
      if (!node.parent()?.is('arguments')) return false;
      return /^(?:reject|fail)$/.test(node.text()) || (follow && isOwnAsserting(node.text(), file));
    }
    return (
      JAVASCRIPT_TELLS.test(calledNameInJavaScript(node)) ||
      /^cy\./.test(node.text()) ||
      (follow && isOwnAsserting(calledNameInJavaScript(node), file))
    );
  });
}

/** A function of this file that asserts. */
function isOwnAsserting(name: string, file: SourceFile): boolean {
  if (!/^[\w$]+$/.test(name) || !mayBeBound(name, file.text)) return false;
  const regex = `^${quoted(name)}$`;
  const own = file.root.find({
    rule: {
      any: [
        { kind: 'function_declaration', has: { field: 'name', regex } },
        {
          kind: 'variable_declarator',
          all: [
            { has: { field: 'name', regex } },
            { has: { field: 'value', any: [{ kind: 'arrow_function' }, { kind: 'function_expression' }] } },
          ],
        },
      ],
    },
  } as never);
  return own !== null && assertsInJavaScript(own, file, false);
}

function checks(body: Node, file: SourceFile, follow: boolean): boolean {
  // The author says that getting through is what is tested.
  if (
    /(?:blow up|not? (?:throw|fail|crash)|nothing to assert|no exception|no assert|does not throw)/i.test(body.text())
  )
    return true;
  if (JAVA_SURELY_ASSERTS.test(plainCode(body.text(), 'java'))) return true;
  if (assertsInJava(body) || body.find({ rule: { kind: 'throw_statement' } }) !== null) return true;
  return body.findAll({ rule: { kind: 'method_invocation' } }).some((call) => {
    const name = calledNameInJava(call);
    if (RUNS_CHECKS.test(name) || JAVA_TELLS.test(name)) return true;
    return follow && call.field('object') === null && isOwnChecking(name, file);
  });
}

/** A method of this file that asserts. */
function isOwnChecking(name: string, file: SourceFile): boolean {
  const own = file.root.findAll({
    rule: { kind: 'method_declaration', has: { field: 'name', regex: `^${quoted(name)}$` } },
  });
  return own.some((method) => method.field('body') !== null && checks(method.field('body')!, file, false));
}

function decidesNothingInGo(test: Node): boolean {
  const body = test.field('body');
  const tester = named(named(test.field('parameters'))[0] ?? null)[0];
  if (body === null || tester === undefined || !tester.is('identifier')) return false;
  // Most tests have one that can be seen without the tree.
  if (GO_SURELY_DECIDES.test(plainCode(body.text(), 'go'))) return false;
  if (body.find({ rule: { kind: 'call_expression', has: { field: 'function', regex: GO_DECIDES } } }) !== null)
    return false;
  // Given on, it may decide there.
  const handed = `(?:^\\(|, *)${tester.text()} *[,)]`;
  if (body.find({ rule: { kind: 'argument_list', regex: handed } }) !== null) return false;
  // To wait is to decide by hanging.
  if (body.find({ rule: { kind: 'unary_expression', regex: '^<-' } }) !== null) return false;
  const names = new Set([tester.text(), 't']);
  return [...names].flatMap((name) => usesOf(name, body)).every(isIdle);
}

/** `t.Log`, or `t` as the parameter of a subtest; given to anything else it may decide. */
function isIdle(use: Node): boolean {
  const outer = use.parent();
  if (outer?.is('parameter_declaration')) return true;
  if (outer?.is('selector_expression'))
    return DECIDES_NOTHING.test(outer.field('field')?.text() ?? '') && !runsOther(outer);
  return nearest(use, ['parameter_declaration']) !== null;
}

/** `t.Run(name, other)`: what the other function does is not to be seen here. */
function runsOther(selector: Node): boolean {
  const call = selector.parent();
  return (
    selector.field('field')?.text() === 'Run' &&
    call !== null &&
    !argumentsOf(call).some((one) => one.is('func_literal'))
  );
}

function decidesNothingInRust(test: Node): boolean {
  const body = test.field('body');
  if (
    body === null ||
    attributes(test).some((text) => /should_panic|quickcheck|proptest|ignore|test_case|rstest/.test(text))
  )
    return false;
  // What it shows is that it compiles.
  if (/send|sync|object_safe|compile|trait|impl/.test(test.field('name')?.text() ?? '')) return false;
  if (/\b(?:Result|bool|ExitCode|TestResult)\b/.test(test.field('return_type')?.text() ?? '')) return false;
  // Most tests have one that can be seen without the tree.
  if (RUST_SURELY_DECIDES.test(plainCode(body.text(), 'rust'))) return false;
  if (body.find({ rule: { kind: 'call_expression', has: { field: 'function', regex: RUST_DECIDES } } }) !== null)
    return false;
  // A macro of others may decide; those that print do not.
  const macros = body.findAll({ rule: { kind: 'macro_invocation' } }).map((node) => node.field('macro')?.text() ?? '');
  return (
    macros.every((name) =>
      /(?:^|::)(?:vec|println|print|eprintln|info|debug|trace|warn|error|include_str|include_bytes|env|concat|json|matches|dbg)$/.test(
        name,
      ),
    ) && !/\bcompile_fail\b|\.pass\(|\btrybuild\b/.test(body.text())
  );
}

function checksNothing(test: Node, file: SourceFile): boolean {
  if (!file.isTestFile || !isTest(test) || SURELY_CHECKS.test(test.text())) return false;
  const commands = commandsIn(test, file);
  if (
    commands.some(
      ({ name, node }) =>
        /^(?:skip|startSkipping|fail\w*)$/.test(name) ||
        /^(?:assert|refute|fail|verify|check|expect|should)/i.test(name) ||
        /^run\s+(?:-\d+|!)/.test(node.text()),
    )
  )
    return false;
  return isBats(file) ? hasOnlySilentLines(test) : !assertsThrough(test, file);
}

/** Every command of a BATS test is a check, except behind `run`. */
function hasOnlySilentLines(test: Node): boolean {
  const lines = named(test.field('body')).filter((node) => !node.is('comment'));
  return lines.every((line) => {
    if (line.is('variable_assignment') || line.is('declaration_command'))
      return line.find({ rule: { kind: 'command_substitution' } }) === null;
    const command = line.is('redirected_statement') ? named(line)[0] : line;
    if (command === undefined || !command.is('command')) return false;
    const name = command.field('name')?.text() ?? '';
    return name === 'run' || SILENT.test(name);
  });
}

function assertsThrough(test: Node, file: SourceFile): boolean {
  const called = new Set(commandsIn(test, file).map(({ name }) => name));
  const own = functionsOf(file).filter((node) => called.has(nameOf(node)));
  const asserts = (scope: Node) =>
    commandsIn(scope, file).some(({ name }) => /^(?:assert|fail|refute|exit|return)/i.test(name)) ||
    scope.find({ rule: { kind: 'test_command' } }) !== null;
  return asserts(test) || own.some(asserts);
}
