import { calleeOf } from '../facts/dialects/kotlin.ts';
import { attributes } from '../facts/dialects/rust.ts';
import type { Node, SourceFile } from '../facts/source-file.ts';
import { callWith } from '../semantics/calls.ts';
import { isOfPackage } from '../semantics/go/around.ts';
import { isFunction } from '../semantics/javascript/around.ts';
import { callOf, keyword, positional } from '../semantics/python/calls-in.ts';
import { hasReasonAround } from '../semantics/reason-comment.ts';
import { commandOf, isOwn } from '../semantics/shell/command.ts';
import { testNode } from '../semantics/undone.ts';
import { literal, named, nearest, textAt } from '../syntax/node.ts';
import { calls, type Kind, nodesOf, row, words } from './rule.ts';

const PYTHON_SKIPS = /^@(?:pytest\.mark\.(?:skip|skipif|xfail)|(?:unittest\.)?(?:skip|skipIf|skipUnless))(?![.\w])/;
const JAVASCRIPT_OFF =
  /^(?:(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.skip|x(?:it|test|describe|context|specify))(?:\.each\b[\s\S]*)?$/;
/** Says that it is off, and not why. */
const saysNothing = (reason: string): boolean =>
  /^\s*(?:(?:todo|fixme|skip(?:ped|ping)?|skip this|flaky|broken|disabled?|wip|tbd|xxx|temporar(?:y|ily)|for now|not working|fails?|ignored?)[\s:.!-]*)*$/i.test(
    reason,
  );
export const isOnDeclaration = (mark: Node): boolean =>
  /^(?:method|function|class)_declaration$/.test(mark.parent()?.parent()?.kind() ?? '');
/** Of Java and Kotlin. */
const DISABLED_IF = nodesOf(
  'annotation',
  /^@(?:[a-z.]*\.)?DisabledIfEnvironmentVariable\(/,
  (node) => !/\bdisabledReason\s*=\s*(?:[^\s"]|"\s*[^\s"])/.test(node.text()) && isOnDeclaration(node),
);
/** A statement of the test itself, that nothing decides about. */
const isOfMethod = (node: Node): boolean => node.parent()?.parent()?.parent()?.is('method_declaration') === true;

/** By its title, which may also say what it needs, or because it holds nothing or only fails: a test of what a runner does with it. */
const SAMPLE =
  /^[\w.]+[( ]["'`][^"'`\n]*\b(?:requires|needs|ignored|disabled|skipped|x(?:test|text|it|context|describe|scenario))|(?:\{|\bdo\b)(?:\s*[#/][^\n]*)?\s*(?:(?:error|fail|throw)\b[^\n]*\s*)?(?:\}|end)\W*$/i;

/** Also inside of a test that is not disabled itself: a test that is made there to be looked at. */
function isSample(place: Node, file: SourceFile): boolean {
  if (SAMPLE.test(place.text())) return true;
  const inner = testNode(place, file);
  const outer = inner?.parent() && testNode(inner.parent()!, file);
  return (
    (outer ?? null) !== null || /^\s*(?:\w+ = |let\(:\w+\) \{ ?)(?:RSpec\.)?describe\b/m.test(textBeforeOn(place, file))
  );
}
const textBeforeOn = (place: Node, { text }: SourceFile): string =>
  text.slice(0, place.start()).split('\n').slice(-SAMPLE_LINES).join('\n');
const SAMPLE_LINES = 5;

export const disabledWithoutReason: Kind = {
  name: 'disabled-without-reason',
  cause: null,
  severity: 'warning',
  where: 'tests',
  message: 'is disabled without a reason',
  why: 'A test that does not run protects nothing, and nobody knows when it may run again.',
  when: (place, file) => !hasReasonAround(place, file),
  // What Rust ignores and Catch2 hides somebody runs by hand; a condition says when, and with it why.
  isSure: (place, file) =>
    file.language !== 'rust' &&
    // In the body of a function of Python the comment may stand above others like it.
    !(file.language === 'python' && place.is('call')) &&
    // A product may have a mark of that name.
    !(file.language === 'csharp' && file.testAround(place) === null) &&
    !/^(?:\[?Explicit|@(?:[a-z.]*\.)?(?:DisabledIf|skip[Iiu])|@[\w.]*xfail\(.*\braises=)|^[\w.]+\(["'`]type|^".*\[\.(?:\]|hide)/.test(
      place.text(),
    ) &&
    !isSample(place, file) &&
    !/skip|todo|only|fixture|ignor|disab/i.test(file.path) &&
    !/(?:\/\/|#|\*) .*\b(?:disabled tests?|tests? .*\bdisabled|experiment)/i.test(file.text) &&
    nearest(place, ['if_statement', 'except_clause', 'func_literal', 'list']) === null,
  languages: {
    python: row(
      'Give the reason and where it is tracked: `@pytest.mark.skip(reason="…")`, `@unittest.skip("…")`, `pytest.skip("…")`.',
      nodesOf(
        'decorator',
        /skip|xfail/,
        (node) => PYTHON_SKIPS.test(node.text()) && !givesReason(node.namedChildren()[0]),
      ),
      calls(
        'pytest.skip pytest.xfail *.skipTest',
        ({ node, args }) =>
          args.length === 0 ||
          (positional(args).length > 0 && literal(positional(args)[0]) === '' && !givesReason(node)),
      ),
    ),
    javascript: row(
      'Say why in a comment next to it or as the reason (`{ skip: "waits for #12" }`, `t.skip("…")`), or take it out.',
      nodesOf(
        'call_expression',
        /^(?:(?:it|test|describe|suite|context|specify)[\w.]*\.skip|x(?:it|test|describe|context|specify))\b/,
        (node) => {
          const args = node.field('arguments')?.namedChildren() ?? [];
          const isOff = JAVASCRIPT_OFF.test(node.fieldText('function'));
          return isOff && isFunction(args.at(-1)) && literal(args[0]) !== null;
        },
      ),
      nodesOf('pair', /^skip[ \n]*:[ \n]*true$/, (node) => {
        return /^(?:it|test|describe|suite|t\.test)\b/.test(callWith(node.parent())?.fieldText('function') ?? '');
      }),
      nodesOf(
        'call_expression',
        /^(?:t|this|ctx|context)\.skip\([ \n]*\)$/,
        (node, file) => file.testAround(node) !== null && nearest(node, ['if_statement']) === null,
      ),
    ),
    java: row(
      'Say why: `@Disabled("waits for #12")`, `@Ignore("…")`, or a comment next to it; or take the test out.',
      nodesOf('marker_annotation', /^@(?:[a-z.]*\.)?(?:Disabled|Ignore)$/, isOnDeclaration),
      nodesOf('annotation', /^@(?:[a-z.]*\.)?(?:Disabled|Ignore)[ ]*\([ ]*(?:"[ ]*")?[ ]*\)$/, isOnDeclaration),
      DISABLED_IF,
      nodesOf('element_value_pair', /^enabled[ ]*=[ ]*false$/, (node) =>
        /^@Test\b/.test(textAt(node.parent()?.parent())),
      ),
    ),
    go: row(
      'Say why and until when: `t.Skip("needs a shop server, see issue 12")`; or delete the test.',
      calls('*.Skip *.Skipf *.SkipNow', ({ node, args, file }) => {
        // A function of the package itself, which may make something that is called so.
        if (args.length === 0 && !node.field('function')?.is('selector_expression')) return false;
        if (isOfPackage(node, file) || isOnCondition(node)) return false;
        if (args.length > 0 && !/string_literal$/.test(args[0]!.kind())) return false;
        return args.length === 0 || saysNothing(args[0]!.text().slice(1, -1));
      }),
      nodesOf(
        'function_declaration',
        null,
        (node) =>
          /^(?:_|x|X|disabled|Disabled|Skip)Test/.test(node.fieldText('name')) &&
          /testing\.T\)/.test(node.fieldText('parameters')),
      ),
    ),
    rust: row(
      'Say why and until when: `#[ignore = "needs a shop server, see issue 12"]`; or delete the test.',
      nodesOf('attribute_item', /^#\[\s*(?:ignore\b|cfg\((?:any\(\)|FALSE|never|not\(test\))\))/, (node) => {
        if (/^#\[\s*cfg/.test(node.text())) return isOnTest(node);
        const reason = /^#\[\s*ignore\s*(?:=\s*"(.*)"\s*)?\]$/s.exec(node.text());
        return reason !== null && saysNothing(reason[1] ?? '');
      }),
    ),
    shell: row(
      'Give the reason: `skip "needs docker"`; next to `startSkipping` as a comment.',
      nodesOf('command', /^(?:skip|startSkipping)\b/, (node, file) => {
        const { name, words } = commandOf(node);
        if (isOwn(name, file) || !/^(?:skip|startSkipping)$/.test(name)) return false;
        return words.every((word) => word.trim() === '');
      }),
    ),
    kotlin: row(
      'Say why: `@Disabled("waits for #12")`, `@Ignore("…")`, Kotest’s `.config(enabledOrReasonIf = …)`, or a comment next to it; or take the test out.',
      nodesOf(
        'annotation',
        /^@(?:[a-z.]*\.)?(?:Disabled|Ignore|Ignored)(?:\([ ]*(?:"[ ]*")?[ ]*\))?$/,
        isOnDeclaration,
      ),
      DISABLED_IF,
      nodesOf(
        'call_expression',
        /^x(?:test|it|describe|context|should|given|feature|scenario)\(/,
        (node) => calleeOf(node)?.is('call_expression') === true && node.text().endsWith('}'),
      ),
      nodesOf('call_expression', /\.config\([ ]*enabled[ ]*=[ ]*false/, (node) =>
        /\.config$/.test(textAt(calleeOf(node))),
      ),
    ),
    ruby: row(
      'Say why: `skip "waits for #12"`, `it "…", skip: "why" do`; or take the test out.',
      calls('xit xspecify xexample xdescribe xcontext xscenario', ({ node }) => node.field('receiver') === null),
      calls(
        'skip pending',
        ({ node, args, file }) => node.field('block') === null && args.length === 0 && isRubyStatement(node, file),
      ),
      nodesOf(
        'identifier',
        /^(?:skip|pending)$/,
        (node, file) => !node.parent()?.is('call') && isRubyStatement(node, file),
      ),
      nodesOf('pair', /^(?::?skip|:?pending)[ ]*(?:=>|:)[ ]*true$/, isForExample),
      nodesOf('simple_symbol', /^:(?:skip|pending)$/, isForExample),
    ),
    csharp: row(
      'Say why: `[Fact(Skip = "waits for #12")]`, `[Ignore("…")]`, or a comment next to it; or take the test out.',
      nodesOf(
        'attribute',
        /^(?:[A-Za-z.]*\.)?(?:Ignore|Explicit)(?:\([ ]*(?:"[ ]*")?[ ]*\))?$/,
        (node) =>
          isOnDeclaration(node) &&
          /\[\s*(?:\w+,\s*)*(?:Test\w*|Ignore|Explicit|DataTestMethod)/.test(textAt(node.parent()?.parent())),
      ),
      nodesOf(
        'attribute',
        /^(?:\w*Fact|\w*Theory)\([^)]*Skip[ ]*=[ ]*"(?:[ ]*|[Ss]kip(?:ped)?|[Tt]odo|TODO|[Ii]gnored?|[Ff]laky|[Bb]roken)"/,
      ),
      nodesOf('invocation_expression', /^Assert\.(?:Ignore|Inconclusive)\([ ]*\)$/, isOfMethod),
    ),
    cpp: row(
      'Say why: `GTEST_SKIP() << "waits for #12";`, `SKIP("…")`, doctest’s `description`, or a comment next to it; or take the test out.',
      nodesOf(
        'function_definition',
        /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\([^)]*\bDISABLED_/,
        // One that holds nothing, or only fails, is there to be left out: a sample of whoever tests a runner.
        (node) => !/^\{\s*(?:(?:\/\/[^\n]*|FAIL\(\)[^;]*;|ADD_FAILURE\(\)[^;]*;)\s*)*\}$/.test(node.fieldText('body')),
      ),
      calls('GTEST_SKIP SKIP TEST_IGNORE cmocka_skip skip', ({ node, args, file }) => {
        const body = node.parent()?.is('expression_statement') === true ? node.parent()!.parent() : null;
        const isStatement = body?.parent()?.is('function_definition') === true;
        return args.length === 0 && isStatement && file.testAround(node) !== null;
      }),
      calls(
        'doctest.skip',
        ({ node, args }) => args[0]?.text() !== 'false' && !/description\(/.test(textAt(node.parent())),
      ),
      nodesOf(
        'string_literal',
        /\[\.(?:\]|hide|skip|disabled|broken|flaky)/,
        (node, file) =>
          file.testAround(node) !== null && node.parent()?.parent()?.parent()?.is('expression_statement') === true,
      ),
    ),
    php: row(
      'Say why: `$this->markTestSkipped("waits for #12")`, Pest’s `->skip("why")`, or a comment next to it; or take the test out.',
      calls(
        '*.markTestSkipped *.markTestIncomplete',
        ({ node, args }) => (args.length === 0 || /^["']\s*["']$/.test(args[0]!.text())) && isOfMethod(node),
      ),
      calls(
        '?.skip ?.todo',
        ({ node, args }) => args.length === 0 && /^(?:it|test|describe)\s*\(/.test(node.fieldText('object')),
      ),
    ),
  },
};

/** A reason is what stands behind `reason=`, or the text that is given; of `skipif` and `skipIf` the one after the condition. */
function givesReason(mark: Node | undefined): boolean {
  if (mark === undefined || !mark.is('call')) return false;
  const { args, last } = callOf(mark);
  const after = /^(?:skipif|skipIf|skipUnless|xfail)$/.test(last) ? positional(args)[1] : positional(args)[0];
  const given = keyword(args, 'reason') ?? after ?? null;
  if (given === null) return false;
  const text = literal(given);
  return text === null || text.trim() !== '';
}

/** The condition says when, and with it why. */
function isOnCondition(node: Node): boolean {
  const around = nearest(
    node,
    words('if_statement expression_switch_statement func_literal function_declaration method_declaration'),
  );
  return around !== null && /statement$/.test(around.kind()) && !/^if (?:true|1 == 1)\b/.test(around.text());
}

function isOnTest(attribute: Node): boolean {
  for (let item = attribute.next(); item !== null; item = item.next()) {
    if (item.is('function_item')) return attributes(item).some((text) => /^#\[(?:\w+::)*test\b/.test(text));
    if (!item.is('attribute_item') && !/comment$/.test(item.kind())) return false;
  }
  return false;
}

/** In a test, as a statement of its own that nothing decides about. */
const isRubyStatement = (node: Node, file: SourceFile): boolean =>
  /^(?:body_statement|block_body)$/.test(node.parent()?.kind() ?? '') && file.testAround(node) !== null;

function isForExample(node: Node): boolean {
  const call = node.parent()?.parent();
  const isExample = /^(?:it|specify|example|describe|context|scenario|test)$/;
  return call?.is('call') === true && named(call).some((part) => isExample.test(part.text()));
}
