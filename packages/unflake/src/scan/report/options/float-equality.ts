import type { KindOptions } from './kind-options.ts';

export const floatEquality: KindOptions = {
  goal: 'The assertion says how near is near enough.',
  options: [
    {
      name: 'compare with a tolerance',
      code: {
        python: `assert total == pytest.approx(0.3)`,
        javascript: `expect(total).toBeCloseTo(0.3, 10);`,
        go: `if math.Abs(total-0.3) > 1e-9 {
	t.Fatalf("total is %v", total)
}`,
        rust: `assert!((total - 0.3).abs() < 1e-9);`,
        java: `assertEquals(0.3, total, 1e-9);`,
        shell: `awk -v a="$total" -v b=0.3 'BEGIN { exit !((a - b) ^ 2 < 1e-18) }'`,
        kotlin: `assertEquals(0.3, total, 1e-9)`,
        ruby: `expect(total).to be_within(1e-9).of(0.3)`,
        csharp: `Assert.Equal(0.3, total, precision: 9);`,
        cpp: `EXPECT_NEAR(total, 0.3, 1e-9);`,
        php: `self::assertEqualsWithDelta(0.3, $total, 1e-9);`,
      },
      pros: ['the same on every processor and library'],
      cons: ['the tolerance is a decision: write down why'],
    },
  ],
};
