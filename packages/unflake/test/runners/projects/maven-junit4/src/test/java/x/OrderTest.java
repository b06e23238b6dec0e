package x;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class OrderTest extends BaseTest {
  private static int passes;
  private static int items;

  @Test
  public void victim() {
    assertEquals(0, items);
  }

  @Test
  public void polluter() {
    items = 1;
  }

  @Test
  public void passesOnce() {
    passes += 1;
    assertEquals(1, passes);
  }
}
