import type { KindOptions } from './kind-options.ts';

export const assertionFreeTest: KindOptions = {
  goal: 'The test can fail for one reason, and says which.',
  options: [
    {
      name: 'assert what it is for',
      code: {
        python: `def test_pay():
    assert pay() == 3`,
        javascript: `test('pays', async () => {
  expect(await pay()).toBe(3);
});`,
        go: `if got := pay(); got != 3 {
	t.Fatalf("paid %d", got)
}`,
        rust: `assert_eq!(pay(), 3);`,
        java: `assertEquals(3, pay());`,
        shell: `run pay
[ "$status" -eq 0 ]
[ "$output" = 3 ]`,
        kotlin: `assertEquals(3, pay())`,
        ruby: `expect(pay).to eq(3)`,
        csharp: `Assert.Equal(3, Pay());`,
        cpp: `EXPECT_EQ(pay(), 3);`,
        php: `self::assertSame(3, pay());`,
      },
      pros: ['it fails when the behaviour is wrong, and only then'],
      cons: [],
    },
  ],
};
