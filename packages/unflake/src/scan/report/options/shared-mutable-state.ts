import type { KindOptions } from './kind-options.ts';

export const sharedMutableState: KindOptions = {
  goal: 'A test reads only what it has set up itself.',
  options: [
    {
      name: 'make a new one for each test',
      code: {
        python: `@pytest.fixture
def cart():
    return Cart()`,
        javascript: `let cart: Cart;
beforeEach(() => {
  cart = new Cart();
});`,
        go: `func TestTotal(t *testing.T) {
	cart := newCart()
	cart.Add(1)
}`,
        rust: `let mut cart = Cart::default();
cart.add(1);`,
        java: `private Cart cart;

@BeforeEach
void anEmptyCart() {
    cart = new Cart();
}`,
        shell: `setup() {
  cart=()
}`,
      },
      pros: ['order and parallel runs no longer matter'],
      cons: ['set-up runs more often'],
    },
  ],
};
