import { semanticsOf } from '../semantics/index.ts';
import { named, textBehind } from '../syntax/node.ts';
import { type Kind, nodesOf, row } from './rule.ts';

export const assertionFreeTest: Kind = {
  name: 'assertion-free-test',
  cause: null,
  severity: 'note',
  where: 'tests',
  message: 'asserts nothing: it passes whatever happens',
  why: 'Failures of what it starts show up in other tests, or nowhere.',
  when: (place, file) => semanticsOf(file).assertsNothing(place, file),
  languages: {
    python: row(
      'Assert the outcome (`assert cart.total() == 0`), or say that not raising is the point in the name and with `pytest.raises` for the opposite.',
      nodesOf('function_definition', /^(?:async\s+)?def\s+test/),
    ),
    javascript: row(
      'Assert what should have happened; if “does not throw” is meant, say so: `expect(() => run()).not.toThrow()`.',
      nodesOf('call_expression', /^(?:test|it|specify|fit)\b/),
    ),
    java: row(
      'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow(() -> run())`.',
      nodesOf('method_declaration', null),
    ),
    go: row(
      'Compare what the code did with what it should do: `if got != want { t.Errorf(…) }`.',
      nodesOf('function_declaration', /^func Test/),
    ),
    rust: row(
      'Compare what the code did with what it should do: `assert_eq!(got, want)`.',
      nodesOf('function_item', null, undefined, /test|quickcheck/),
    ),
    shell: row(
      'Check `$status` and `$output` after `run` (`[ "$status" -eq 0 ]`, `assert_success`), or call the command without `run`.',
      nodesOf('function_definition', null),
    ),
    kotlin: row(
      'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow { run() }`, `shouldNotThrowAny { run() }`.',
      nodesOf(
        'function_declaration',
        /@[A-Za-z.]*Test\b/,
        (node) => !/expected\s*=|@(?:TestFactory|Disabled|Ignore)\b/.test(node.text()),
      ),
      nodesOf('call_expression', /^(?:test|it|should|scenario|"[^"]*")/),
    ),
    ruby: row(
      'Assert what should have happened; if “does not raise” is meant, say so: `expect { run }.not_to raise_error`.',
      nodesOf('method', /^def test_/),
      nodesOf(
        'call',
        /^(?:it|specify|example|test|scenario)\b/,
        (node) => !named(node.field('arguments')).some((part) => /^:?(?:skip|pending|aggregate)/.test(part.text())),
      ),
    ),
    csharp: row(
      'Assert what should have happened; if “does not throw” is meant, say so: `Assert.DoesNotThrow(() => Run())`, `Record.Exception(…)`.',
      nodesOf('method_declaration', /^\[/, (node) => {
        const head = node.text().split('{', 1)[0]!;
        // One expression hands the test on to somebody else.
        return (
          node.field('body')?.is('block') === true &&
          !/ExpectedException|ExpectedResult|Skip\s*=|\[(?:\w+,\s*)*Ignore|Benchmark/.test(head)
        );
      }),
    ),
    cpp: row(
      'Assert what should have happened; if “does not throw” is meant, say so: `EXPECT_NO_THROW(run())`, `REQUIRE_NOTHROW(run())`.',
      nodesOf('function_definition', null),
    ),
    php: row(
      'Assert what should have happened; if “does not throw” is meant, say so: `$this->expectNotToPerformAssertions()`.',
      nodesOf('method_declaration', /function[ ]+[A-Za-z_]/, (node) => {
        const before = node.prev()?.is('comment') ? node.prev()!.text() : '';
        const head = `${before}${node.fieldText('attributes')}`;
        return !/@(?:expectedException|doesNotPerformAssertions)|DoesNotPerformAssertions/.test(head);
      }),
      nodesOf('function_call_expression', /^(?:it|test)\(/, (node) => !/^\)?\s*->/.test(textBehind(node))),
    ),
  },
};
