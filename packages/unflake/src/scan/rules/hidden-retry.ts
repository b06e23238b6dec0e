import { attributes } from '../facts/dialects/rust.ts';
import type { Node, SourceFile } from '../facts/source-file.ts';
import { callsIn, callWith } from '../semantics/calls.ts';
import { FAILS } from '../semantics/go/assertions.ts';
import { semanticsOf } from '../semantics/index.ts';
import { functionAround } from '../semantics/python/around.ts';
import { callOf, callsIn as pythonCallsIn } from '../semantics/python/calls-in.ts';
import { commandOf, commandsIn } from '../semantics/shell/command.ts';
import { isCounted } from '../semantics/shell/timing.ts';
import { re } from '../semantics/undone.ts';
import { named, nearest, textAt } from '../syntax/node.ts';
import { CASE_MACRO } from '../syntax/prepare-cpp.ts';
import { isOnDeclaration } from './disabled-without-reason.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

const PYTHON_MARKS =
  /^@(?:pytest\.mark\.)?(?:flaky|rerun|reruns)\b|^@(?:\w+\.)*(?:retry|retries|retry_on_failure|repeat_on_failure|backoff\.on_exception)\b/;
const JAVASCRIPT_CONFIG =
  /(?:^|\/)(?:playwright|vitest|cypress|wdio|jest|mocha|\.mocharc)[\w.-]*\.config\.[cm]?[jt]s$|(?:^|\/)\.mocharc\.c?js$/;
const isNotZero = ({ args }: Call): boolean => args[0]?.text() !== '0';
/** A product may have a mark of that name for its own calls. */
const isOfTest = (mark: Node, file: SourceFile): boolean =>
  !/^@(?:\w+\.)*Retry\b/.test(mark.text()) ||
  (mark.parent()?.parent()?.is('class_declaration') === true && /@Test\b/.test(mark.parent()!.parent()!.text())) ||
  file.testAround(mark) !== null;
const isOfExample = (mark: Node): boolean =>
  /^(?:it|specify|example|describe|context|scenario|feature|RSpec)\b/.test(textAt(mark.parent()?.parent()));

export const hiddenRetry: Kind = {
  name: 'hidden-retry',
  cause: null,
  severity: 'warning',
  where: 'tests',
  message: 'hides failures by retrying',
  // A mark for flaky tests may run them apart; a retry by hand may be the way in which a test waits; and a number that is handed on is somebody else's.
  isSure: (place, { language, path }) =>
    !/^for\b|^@\w*(?:Flaky|Quarantine)|\.retr(?:ies|yTimes)\([a-z]/.test(place.text()) &&
    // A test of retries themselves.
    !/(?:retr(?:y|ies)|repeat)[^/]*$/i.test(path) &&
    (language !== 'rust' || place.is('function_item')) &&
    (language !== 'go' || /[Ff]laky|RetryTest/.test(place.text())),
  why: 'A test that fails now and then is reported as green; the fault behind it, in the test or in the product, stays.',
  languages: {
    python: row(
      'Find what it waits for and wait for that; quarantine the test with an owner and a date while you do.',
      nodesOf('decorator', /flaky|rerun|retr|on_exception|on_failure/, (node, file) => {
        const definition = node.parent()?.field('definition');
        if (definition == null || !PYTHON_MARKS.test(node.text())) return false;
        return definition.is('class_definition')
          ? /Test|Case/.test(definition.fieldText('name'))
          : file.dialect.test(definition) !== null;
      }),
      nodesOf('for_statement', /^for\s+\w+\s+in\s+range[\s\S]*\bexcept\b/, isRetryInPython),
    ),
    javascript: {
      // A configuration file holds no test and speaks of them all.
      where: 'anywhere',
      sureOutsideTests: true,
      ...row(
        'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
        calls('jest.retryTimes @jest/globals.jest.retryTimes', isNotZero),
        calls(
          'this.retries ?.retries',
          (call) =>
            call.args.length === 1 &&
            isNotZero(call) &&
            /^(?:this\.|(?:it|test|describe|context|specify)\b)/.test(call.node.text()),
        ),
        calls('test.describe.configure describe.configure', ({ args }) =>
          /\bretries\s*:\s*[^0\s]/.test(textAt(args[0])),
        ),
        nodesOf(
          'pair',
          /^["']?retr(?:y|ies)["']?[ \n]*:/,
          (node, file) =>
            !/^0$/.test(node.field('value')?.text() ?? '0') &&
            (isTestOption(node, file) || (JAVASCRIPT_CONFIG.test(file.path) && isSetting(node))),
        ),
      ),
    },
    java: row(
      'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
      nodesOf(
        'annotation',
        /^@(?:[a-z.]*\.)?(?:RetryingTest|RepeatedIfExceptionsTest|RetryTest|Retry|Flaky|FlakyTest|RerunOnFailure|RetryOnFailure|QuarantinedTest)[ ]*\(/,
        (node, file) => isOnDeclaration(node) && isOfTest(node, file),
      ),
      nodesOf(
        'marker_annotation',
        /^@(?:[a-z.]*\.)?(?:Retry|Flaky|FlakyTest|RetryTest|RerunOnFailure|RetryOnFailure)$/,
        isOfTest,
      ),
      nodesOf('element_value_pair', /^retryAnalyzer[ ]*=/),
      calls(
        '*.RetryRule *.Retry *.RetryTestRule RetryRule RetryTestRule *.RepeatRule',
        (call) =>
          call.node.is('object_creation_expression') &&
          isNotZero(call) &&
          /@(?:Rule|ClassRule|RegisterExtension)\b/.test(textAt(call.node.parent()?.parent())),
      ),
    ),
    go: row(
      'Find out why the first try fails; wait for what it needs, and try once.',
      calls(
        `github.com/avast/retry-go.Do github.com/cenkalti/backoff.Retry github.com/sethvargo/go-retry.Do
           github.com/hashicorp/consul/sdk/testutil/retry.Run`,
        ({ node, file }) => isUnasked(node, file),
      ),
      calls('*.MarkFlaky *.Flaky *.SkipIfFlaky *.RetryTest'),
      nodesOf('for_statement', /^for (?:attempt|retry|retries|try|tries|attempts) (?::=|=)/, (loop, file) => {
        const body = loop.field('body');
        return body !== null && leaves(body, 'statement') && isUnasked(loop, file) && callsIn(body, FAILS).length === 0;
      }),
    ),
    rust: row(
      'Find out why the first try fails; wait for what it needs, and try once.',
      nodesOf('function_item', null, (node) =>
        attributes(node).some((text) => /^#\[(?:\w+::)*(?:flaky_test|flaky|retry|test_retry|again)\b/.test(text)),
      ),
      calls(
        `backoff.retry backoff.future.retry retry.retry tokio_retry.Retry.spawn tryhard.retry_fn again.retry
           backon.Retryable.retry`,
        ({ node, file }) => isUnasked(node, file),
      ),
      nodesOf(
        'for_expression',
        /^for _?(?:attempt|retry|retries|tries|attempts|try_\w+) in/,
        (loop, file) =>
          leaves(loop, 'expression') && isUnasked(loop, file) && callsIn(loop, '^(?:assert\\w*|panic)ǃ$').length === 0,
      ),
    ),
    shell: row(
      'Find what it waits for and wait for that; quarantine the test with an owner and a date while you do.',
      nodesOf('variable_assignment', /^BATS_TEST_RETRIES=["']?[1-9]/),
      nodesOf('command', /\b(?:retry|rerun|flaky)/, (node, file) => {
        const { name, isRun } = commandOf(node);
        return /^(?:retry|rerun|flaky)(?:_\w+)?$/.test(name) && !isRun && file.isForTests(node);
      }),
      nodesOf('for_statement, c_style_for_statement', null, isRetryInShell),
    ),
    ruby: row(
      'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
      nodesOf('pair', /^(?::retry[ ]*=>|retry:)[ ]*[1-9]/, isOfExample),
      nodesOf('simple_symbol', /^:flaky$/, isOfExample),
      nodesOf('assignment', /\.default_retry_count[ ]*=[ ]*[1-9]/),
      nodesOf('call', /(?:^Minitest::Retry\.use!|\.run_with_retry)/, (node) =>
        /^(?:Minitest::Retry\.use!|\w+\.run_with_retry)/.test(node.text()),
      ),
    ),
    csharp: row(
      'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
      nodesOf(
        'attribute',
        /^(?:[A-Za-z.]*\.)?(?:Retry|RetryFact|RetryTheory|FlakyTest|Flaky)(?:Attribute)?\b/,
        (node) => isOnDeclaration(node) && !/Retry\(\s*1\s*\)/.test(node.text()),
      ),
    ),
    cpp: row(
      'Take the mark away and diagnose the test; if it must wait, disable it by name with a reason, an owner and a date.',
      nodesOf('string_literal', /\[!mayfail\]/, (node) =>
        CASE_MACRO.test(nearest(node, ['function_definition'])?.field('declarator')?.fieldText('declarator') ?? ''),
      ),
      calls('doctest.may_fail may_fail', ({ args }) => args[0]?.text() !== 'false'),
      nodesOf('call_expression', /^BOOST_AUTO_TEST_CASE_EXPECTED_FAILURES\(/),
    ),
    php: row(
      'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
      nodesOf(
        'comment',
        /@(?:retryAttempts|retryForSeconds|retry|flaky)\b/,
        (node) => /^\/\*\*/.test(node.text()) && isOfDeclaration(node),
      ),
      nodesOf('attribute', /^(?:\w+\\)*(?:Retry|RetryAttempts|Flaky)\b/),
      nodesOf('use_declaration', /^use (?:\w+\\)*(?:RetryTrait|RetryAnnotationTrait|Retries\w*);$/),
    ),
  },
};

/** A step of the test; who tests a retry must retry. */
function isUnasked(node: Node, file: SourceFile): boolean {
  const name = nearest(node, ['function_declaration', 'method_declaration', 'function_item'])?.fieldText('name') ?? '';
  return semanticsOf(file).isStep(node, file) && !/retr|back_?off|attempt|flak/i.test(name);
}

const leaves = (loop: Node, kind: 'statement' | 'expression'): boolean =>
  loop.find(`break_${kind}, return_${kind}`) !== null;

/** Tries, swallows the failed assertion, and tries again. */
function isRetryInPython(loop: Node): boolean {
  const right = loop.field('right');
  const around = functionAround(loop);
  if (right === null || !right.is('call') || callOf(right).callee !== 'range' || around === null) return false;
  const attempt = named(loop.field('body')).find((node) => node.is('try_statement'));
  const body = attempt?.field('body');
  if (attempt === undefined || body == null) return false;
  const asserts =
    body.find('assert_statement') !== null || pythonCallsIn(body).some(({ callee }) => /^self\.assert/.test(callee));
  const catches = /^except\s*(?::|\(?\s*(?:AssertionError|Exception|BaseException))/;
  return asserts && named(attempt).some((node) => catches.test(node.text()));
}

/** Runs the same thing again and leaves at the first success, without a pause: what it does does not depend on the turn. */
function isRetryInShell(loop: Node): boolean {
  if (!isCounted(loop)) return false;
  const commands = commandsIn(loop);
  if (!commands.some(({ name }) => name === 'break') || commands.some(({ name }) => name === 'sleep')) return false;
  const variable = loop.fieldText('variable');
  const body = loop.fieldText('body');
  return variable === '' || !re`\$\{?${variable}\b`.test(body);
}

/** Given to the runner with the test, not to what is tested. */
function isTestOption(pair: Node, file: SourceFile): boolean {
  const call = callWith(pair.parent());
  return (
    call !== null &&
    (file.dialect.test(call) !== null ||
      /^(?:describe|suite|context|test\.describe)(?:\.\w+)?$/.test(call.fieldText('function')))
  );
}

/** At the top of the settings, or in its `test` part. */
function isSetting(pair: Node): boolean {
  const outer = pair.parent()?.parent();
  return (
    outer != null &&
    (!outer.is('pair') ||
      /^(?:test|retries|mochaOpts)$/.test(outer.fieldText('key')) ||
      nearest(pair, ['array']) !== null)
  );
}

/** Other comments may stand between. */
function isOfDeclaration(comment: Node): boolean {
  let next = comment.next();
  while (next?.is('comment') === true) next = next.next();
  return /_declaration$/.test((next?.kind() as string) ?? '');
}
