import type { KindOptions } from './kind-options.ts';

export const hiddenRetry: KindOptions = {
  goal: 'A test that fails is seen to fail.',
  options: [
    {
      name: 'take the retry away, and find the cause',
      code: {
        python: `def test_pay():
    assert pay() == 3`,
        javascript: `test('pays', () => {
  expect(pay()).toBe(3);
});`,
        go: `func TestPay(t *testing.T) {
	if pay() != 3 {
		t.Fatal("not paid")
	}
}`,
        rust: `#[test]
fn pays() {
    assert_eq!(pay(), 3);
}`,
        java: `@Test
void pays() {
    assertEquals(3, pay());
}`,
        shell: `pay
[ "$paid" = 3 ]`,
        ruby: `it "pays" do
  expect(pay).to eq(3)
end`,
        csharp: `[Fact]
void Pays() => Assert.Equal(3, Pay());`,
        cpp: `TEST(Shop, Pays) {
    EXPECT_EQ(pay(), 3);
}`,
        php: `public function testPays(): void
{
    self::assertSame(3, pay());
}`,
      },
      pros: ['the failure rate becomes visible'],
      cons: ['the suite is red until it is mended: keep it apart meanwhile, with an owner and a date'],
    },
  ],
};
