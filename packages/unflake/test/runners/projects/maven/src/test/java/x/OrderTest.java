package x;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OrderTest {
  private static int passes;
  private static int tries;

  @Test
  void victim() {
    assertEquals(0, Cart.items);
  }

  @Test
  void polluter() {
    Cart.items = 1;
  }

  @Test
  void passesOnce() {
    passes += 1;
    assertEquals(1, passes);
  }

  @Test
  void passesAtTheSecondTry() {
    tries += 1;
    assertEquals(2, tries);
  }
}
