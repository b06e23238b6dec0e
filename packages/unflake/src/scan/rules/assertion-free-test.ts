import { semanticsOf } from '../semantics/index.ts';
import { named } from '../syntax/node.ts';
import { kindOf } from './kind.ts';
import { nodesOf } from './rule.ts';

export const assertionFreeTest = kindOf({
  name: 'assertion-free-test',
  cause: null,
  severity: 'note',
  where: 'tests',
  message: 'asserts nothing: it passes whatever happens',
  why: 'Failures of what it starts show up in other tests, or nowhere.',
  when: (place, file) => semanticsOf(file).assertsNothing(place, file),
  languages: {
    python: {
      fix: 'Assert the outcome (`assert cart.total() == 0`), or say that not raising is the point in the name and with `pytest.raises` for the opposite.',
      find: [nodesOf('function_definition', /^(?:async\s+)?def\s+test/)],
    },
    javascript: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `expect(() => run()).not.toThrow()`.',
      find: [nodesOf('call_expression', /^(?:test|it|specify|fit)\b/)],
    },
    java: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow(() -> run())`.',
      find: [nodesOf('method_declaration', null)],
    },
    go: {
      fix: 'Compare what the code did with what it should do: `if got != want { t.Errorf(…) }`.',
      find: [nodesOf('function_declaration', null)],
    },
    rust: {
      fix: 'Compare what the code did with what it should do: `assert_eq!(got, want)`.',
      find: [nodesOf('function_item', null, undefined, /test|quickcheck/)],
    },
    shell: {
      fix: 'Check `$status` and `$output` after `run` (`[ "$status" -eq 0 ]`, `assert_success`), or call the command without `run`.',
      find: [nodesOf('function_definition', null)],
    },
    kotlin: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow { run() }`, `shouldNotThrowAny { run() }`.',
      find: [
        nodesOf(
          'function_declaration',
          /@[A-Za-z.]*Test\b/,
          (node) => !/expected\s*=|@(?:TestFactory|Disabled|Ignore)\b/.test(node.text()),
        ),
        nodesOf('call_expression', /^(?:test|it|should|scenario|"[^"]*")/),
      ],
    },
    ruby: {
      fix: 'Assert what should have happened; if “does not raise” is meant, say so: `expect { run }.not_to raise_error`.',
      find: [
        nodesOf('method', /^def test_/),
        nodesOf(
          'call',
          /^(?:it|specify|example|test|scenario)\b/,
          (node) => !named(node.field('arguments')).some((part) => /^:?(?:skip|pending|aggregate)/.test(part.text())),
        ),
      ],
    },
    csharp: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `Assert.DoesNotThrow(() => Run())`, `Record.Exception(…)`.',
      find: [
        nodesOf('method_declaration', /^\[/, (node) => {
          const head = node.text().split('{', 1)[0]!;
          // One expression hands the test on to somebody else.
          return (
            node.field('body')?.is('block') === true &&
            !/ExpectedException|ExpectedResult|Skip\s*=|\[(?:\w+,\s*)*Ignore|Benchmark/.test(head)
          );
        }),
      ],
    },
    cpp: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `EXPECT_NO_THROW(run())`, `REQUIRE_NOTHROW(run())`.',
      find: [nodesOf('function_definition', null)],
    },
    php: {
      fix: 'Assert what should have happened; if “does not throw” is meant, say so: `$this->expectNotToPerformAssertions()`.',
      find: [
        nodesOf('method_declaration', /function[ ]+[A-Za-z_]/, (node) => {
          const before = node.prev()?.is('comment') ? node.prev()!.text() : '';
          const head = `${before}${node.field('attributes')?.text() ?? ''}`;
          return !/@(?:expectedException|doesNotPerformAssertions)|DoesNotPerformAssertions/.test(head);
        }),
        nodesOf(
          'function_call_expression',
          /^(?:it|test)\(/,
          (node) => !/^\)?(?:->|\s*->)/.test(node.parent()?.text().slice(node.text().length) ?? ''),
        ),
      ],
    },
  },
});
