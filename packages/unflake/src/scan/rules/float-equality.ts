import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf, calleeOf } from '../semantics/calls.ts';
import { semanticsOf } from '../semantics/index.ts';
import { calledName } from '../semantics/java/around.ts';
import { calledOn } from '../semantics/javascript/around.ts';
import { expected } from '../semantics/javascript/assertions.ts';
import { takesRoots } from '../semantics/python/values.ts';
import { isComputed as isComputedText, isInexact } from '../semantics/written-text.ts';
import { named, nearest, textAt } from '../syntax/node.ts';
import { type Call, calls, type Find, type Kind, nodesOf, row } from './rule.ts';

type Side = Node | null | undefined;

/** Of two that are compared, one is a fraction as it is written and the other is computed. */
const areExact = (a: Side, b: Side, file: SourceFile): boolean =>
  a != null &&
  b != null &&
  ((isInexact(a.text()) && semanticsOf(file).isComputed(b, file)) ||
    (isInexact(b.text()) && semanticsOf(file).isComputed(a, file)));
/** Where what is looked at can only be cut out of the text. */
const isExactOf = (subject: string | undefined, { args, file }: Call): boolean =>
  subject !== undefined && args.length === 1 && isInexact(args[0]!.text()) && isComputedText(subject, file);
const areFirstTwo = ({ args, file }: Call): boolean => areExact(args[0], args[1], file);

const compares = (operator: RegExp): Find =>
  nodesOf(
    'binary_expression',
    /[=!]=/,
    (node, file) =>
      operator.test(node.fieldText('operator')) && areExact(node.field('left'), node.field('right'), file),
    /\d\.\d/,
  );

export const floatEquality: Kind = {
  name: 'float-equality',
  cause: { family: 'nondeterminism', kind: 'floating-point' },
  severity: 'warning',
  where: 'tests',
  message: 'compares a computed floating-point number for equality',
  why: 'The last bits depend on the order of the operations, the compiler, the library and the CPU.',
  languages: {
    python: row(
      'Use `pytest.approx(0.3)`, `math.isclose` or `assertAlmostEqual`; for money use `decimal.Decimal`.',
      nodesOf('comparison_operator', /\d\.\d|\de-?\d/, (node, file) => {
        const signs = node.children().filter((child) => !child.isNamed());
        if (nearest(node, ['assert_statement']) === null || !signs.some((sign) => /[=!]=/.test(sign.text())))
          return false;
        const [left, right] = node.namedChildren();
        return areExactInPython(left, right, file);
      }),
      calls('*.assertEqual *.assertEquals', ({ args, file }) => areExactInPython(args[0], args[1], file)),
    ),
    javascript: row(
      'Compare with a tolerance: `toBeCloseTo(0.3, 10)`, `Math.abs(a - b) < 1e-9`; or count in whole units.',
      calls('*.toBe *.toEqual *.toStrictEqual *.equal *.eql *.equals', ({ node, args, file }) =>
        areExact(expected(calledOn(node)), args[0], file),
      ),
      calls(
        `assert.equal assert.strictEqual assert.deepEqual assert/strict.equal assert/strict.strictEqual chai.assert.equal
           chai.assert.strictEqual t.is t.equal ?.is`,
        areFirstTwo,
      ),
      compares(/^===?$/),
    ),
    java: row(
      'Compare with a tolerance: `assertEquals(0.3, sum, 1e-9)`, `isCloseTo(0.3, within(1e-9))`; or use `BigDecimal`.',
      calls(
        '*.assertEquals',
        (call) => (call.args.length === 2 || call.args[2]?.is('string_literal') === true) && areFirstTwo(call),
      ),
      calls('*.isEqualTo', ({ node, args, file }) => args.length === 1 && areExact(subjectOf(node), args[0], file)),
      compares(/^==$/),
    ),
    go: row(
      'Allow for a small difference: `assert.InDelta(t, want, got, 1e-9)`, or `math.Abs(got-want) > 1e-9`.',
      compares(/^[=!]=$/),
      calls('*.Equal *.Equalf *.EqualValues *.Exactly', ({ node, args, file }) => {
        const [a, b] = args.filter((argument) => argument.text() !== 't');
        return /^(?:assert|require|is|s|suite)\b/.test(calleeOf(node)) && areExact(a, b, file);
      }),
    ),
    rust: row(
      'Allow for a small difference: `assert!((got - want).abs() < 1e-9)`, or `approx::assert_relative_eq!`.',
      calls('assert_eqǃ assert_neǃ', areFirstTwo),
      compares(/^[=!]=$/),
    ),
    kotlin: row(
      'Compare with a tolerance: `assertEquals(0.3, sum, 1e-9)`, `sum shouldBe (0.3 plusOrMinus 1e-9)`; or use `BigDecimal`.',
      calls(
        'assertEquals *.assertEquals',
        (call) => (call.args.length === 2 || /^"/.test(textAt(call.args[2]))) && areFirstTwo(call),
      ),
      nodesOf('infix_expression', /\bshouldBe\b/, (node, file) => {
        const [left, operator, right] = named(node);
        return operator?.text() === 'shouldBe' && areExact(left, right, file);
      }),
      calls('*.isEqualTo', (call) => isExactOf(/assertThat\((.*)\)\s*\.isEqualTo/s.exec(call.node.text())?.[1], call)),
    ),
    ruby: row(
      'Compare with a tolerance: `be_within(1e-9).of(0.3)`, `assert_in_delta 0.3, sum, 1e-9`; or use `BigDecimal`.',
      calls('assert_equal', areFirstTwo),
      calls('*.must_equal', (call) =>
        isExactOf(call.node.fieldText('receiver').replace(/^(?:_|value|expect)\((.*)\)$/s, '$1'), call),
      ),
      calls('eq eql equal', ({ node, args, file }) => {
        const to = node.parent()?.parent();
        const subject = to?.is('call') ? to.field('receiver') : null;
        const isExpected = subject?.is('call') === true && subject.field('method')?.text() === 'expect';
        return isExpected && args.length === 1 && areExact(named(subject.field('arguments'))[0], args[0], file);
      }),
    ),
    csharp: row(
      'Compare with a tolerance: `Assert.Equal(0.3, sum, 9)`, `Is.EqualTo(0.3).Within(1e-9)`, `Should().BeApproximately(0.3, 1e-9)`; or use `decimal`.',
      calls(
        '*.Equal *.AreEqual',
        (call) =>
          /^(?:\w+\.)*Assert\.(?:Are)?Equal(?:<\w+>)?$/.test(call.node.fieldText('function')) &&
          (call.args.length === 2 || /^\$?"/.test(textAt(call.args[2]))) &&
          areFirstTwo(call),
      ),
      calls('*.EqualTo', (call) => {
        const whole = textAt(call.node.parent()?.parent()?.parent());
        return isExactOf(/^Assert\.That\(\s*(.*?),\s*Is\.EqualTo\([^()]*\)\s*\)$/s.exec(whole)?.[1], call);
      }),
      calls('*.Be', (call) => isExactOf(/^(.*)\.Should\(\)\.Be$/s.exec(call.node.fieldText('function'))?.[1], call)),
    ),
    cpp: row(
      'Compare with a tolerance: `EXPECT_NEAR(sum, 0.3, 1e-9)`, `EXPECT_DOUBLE_EQ`, Catch2’s `WithinAbs`, doctest’s `Approx`.',
      calls(
        'EXPECT_EQ ASSERT_EQ CHECK_EQ REQUIRE_EQ BOOST_CHECK_EQUAL BOOST_REQUIRE_EQUAL',
        (call) => call.args.length === 2 && areFirstTwo(call),
      ),
      calls(
        'REQUIRE CHECK EXPECT_TRUE ASSERT_TRUE assert BOOST_TEST TEST_ASSERT_TRUE TEST_ASSERT',
        ({ args: [only, ...more], file }) =>
          more.length === 0 &&
          only?.is('binary_expression') === true &&
          only.field('operator')?.text() === '==' &&
          areExact(only.field('left'), only.field('right'), file),
      ),
    ),
    php: row(
      'Compare with a tolerance: `assertEqualsWithDelta(0.3, $sum, 1e-9)`, `toEqualWithDelta(0.3, 1e-9)`; or count in cents.',
      calls('*.assertSame *.assertEquals', areFirstTwo),
      calls('*.toBe *.toEqual', (call) =>
        isExactOf(/^expect\((.*)\)$/s.exec(call.node.fieldText('object'))?.[1], call),
      ),
    ),
  },
};

/** A call of Python may be anything, so a number that is exact as it is written counts only with roots and the like. */
function areExactInPython(a: Side, b: Side, file: SourceFile): boolean {
  if (a == null || b == null) return false;
  const [number, other] = isFloat(a) ? [a, b] : [b, a];
  if (!isFloat(number) || isFloat(other)) return false;
  const isWhole = Number.isInteger(Number(number.text().replaceAll('_', '')) * 1024);
  return isWhole ? takesRoots(other, file) : isComputedText(other.text(), file);
}

const isFloat = (node: Node): boolean =>
  node.is('float') || (node.is('unary_operator') && node.field('argument')?.is('float') === true);

/** What `assertThat(…)` was given. */
function subjectOf(call: Node): Node | null {
  for (let node: Node | null = call.field('object'); node?.is('method_invocation'); node = node.field('object'))
    if (calledName(node) === 'assertThat') return argumentsOf(node)[0] ?? null;
  return null;
}
