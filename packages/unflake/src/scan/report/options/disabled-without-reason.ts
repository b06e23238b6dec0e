import type { KindOptions } from './kind-options.ts';

export const disabledWithoutReason: KindOptions = {
  goal: 'Whoever reads it knows why it is off, and until when.',
  options: [
    {
      name: 'say why, with a link',
      code: {
        python: `@pytest.mark.skip(reason="the bank is down, see #12")
def test_pay():
    assert pay() == 3`,
        javascript: `// Off until the bank answers again, see #12.
test.skip('pays', () => {
  expect(pay()).toBe(3);
});`,
        go: `t.Skip("the bank is down, see #12")`,
        rust: `#[test]
#[ignore = "the bank is down, see #12"]
fn pays() {
    assert_eq!(pay(), 3);
}`,
        java: `@Test
@Disabled("the bank is down, see #12")
void pays() {
    assertEquals(3, pay());
}`,
        shell: `skip "the bank is down, see #12"`,
        kotlin: `@Disabled("the bank is down, see #12")
@Test
fun pays() {
    assertEquals(3, pay())
}`,
        ruby: `it "pays", skip: "the bank is down, see #12" do
  expect(pay).to eq(3)
end`,
        csharp: `[Fact(Skip = "the bank is down, see #12")]
void Pays() => Assert.Equal(3, Pay());`,
        cpp: `GTEST_SKIP() << "the bank is down, see #12";`,
        php: `self::markTestSkipped('the bank is down, see #12');`,
      },
      pros: ['it can be found and mended'],
      cons: [],
    },
  ],
};
