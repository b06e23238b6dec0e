import type { KindOptions } from './kind-options.ts';

export const mockLeftBehind: KindOptions = {
  goal: 'After a test everything is itself again.',
  options: [
    {
      name: 'replace it through what puts it back',
      code: {
        python: `def test_pay(monkeypatch):
    monkeypatch.setattr(shop, "price", lambda: 3)
    assert pay() == 3`,
        javascript: `const price = vi.spyOn(shop, 'price').mockReturnValue(3);
afterEach(() => price.mockRestore());`,
        go: `before := price
price = func() int { return 3 }
t.Cleanup(func() { price = before })`,
        rust: `let shop = FakeShop { price: 3 };
assert_eq!(pay(&shop), 3);`,
        java: `try (MockedStatic<Shop> shop = mockStatic(Shop.class)) {
    shop.when(Shop::price).thenReturn(3);
    assertEquals(3, pay());
}`,
        shell: `(
  price() { echo 3; }
  [ "$(pay)" = 3 ]
)`,
      },
      pros: ['also when the test fails'],
      cons: [],
    },
  ],
};
