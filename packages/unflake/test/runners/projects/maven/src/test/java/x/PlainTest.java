package x;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PlainTest {
  @Test
  void passes() {}

  @Test
  void fails() {
    assertEquals(3, 1 + 1, "the total");
  }

  @Test
  @Disabled("not here")
  void skips() {
    fail("was run");
  }

  @Nested
  class WithBrokenSetUp {
    @BeforeEach
    void open() {
      throw new IllegalStateException("no database");
    }

    @Test
    void errors() {}
  }
}
